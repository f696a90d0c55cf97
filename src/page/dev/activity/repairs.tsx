import type { RepairStatistics } from "../../../cli/dev/page-messages.js";

/** Which calls of models were repaired or refused, and how often, the tool with the most mistakes first. */
export function Repairs({ statistics: { notes, tools } }: { readonly statistics: RepairStatistics }) {
  return (
    <>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {tools.length === 0 && <p>Nothing was counted for the tools of this project.</p>}
      {tools.map(({ tool, summary, sections }) => (
        <section key={tool} aria-label={`Repairs of ${tool}`}>
          <p>
            <a href={`#tool-${tool}`}>{tool}</a>: {summary}
          </p>
          {sections.map(({ title, lines }) => (
            <div key={title}>
              <p class="small">{title}</p>
              <pre>{lines.join("\n")}</pre>
            </div>
          ))}
        </section>
      ))}
    </>
  );
}
