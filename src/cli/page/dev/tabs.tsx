import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";

export interface Tab {
  readonly title: string;
  readonly content: ComponentChildren;
}

let groups = 0;

/** Shows one of several contents. The arrow keys, Home and End choose another tab, as in ARIA's pattern of tabs. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const [group] = useState(() => ++groups);
  const [chosen, choose] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const selected = Math.min(chosen, tabs.length - 1);
  const move = (event: KeyboardEvent) => {
    const target = targets[event.key]?.(selected, tabs.length);
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
    list.current?.querySelectorAll("button")[target]?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ title }, index) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`tab-${group}-${index}`}
            aria-selected={index === selected}
            aria-controls={`panel-${group}`}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => choose(index)}
          >
            {title}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long contents are scrolled, also by keys. */}
      <div role="tabpanel" id={`panel-${group}`} aria-labelledby={`tab-${group}-${selected}`} tabIndex={0}>
        {tabs[selected]?.content}
      </div>
    </div>
  );
}

const targets: Readonly<Record<string, (selected: number, count: number) => number>> = {
  ArrowRight: (selected, count) => (selected + 1) % count,
  ArrowLeft: (selected, count) => (selected + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};
