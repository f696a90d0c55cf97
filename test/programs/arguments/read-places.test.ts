import fc from "fast-check";
import { expect, it } from "vitest";
import type { Argument } from "../../../src/programs/arguments/argument.js";
import { commandPlaces } from "../../../src/programs/arguments/command-places.js";
import { readArguments } from "../../../src/programs/arguments/read-arguments.js";
import { placeClasses } from "../../../src/programs/place-class.js";
import type { Uses } from "../../../src/programs/table/row.js";
import { subcommandOf, usesByFamily, usesOf } from "../../../src/programs/uses.js";

/** The arguments of a command in which `{{x}}` is a value of the model's. */
const argumentsOf = (words: readonly string[]): readonly Argument[] =>
  words.map((word, i) => ({
    texts: [word.includes("{{x}}") ? { text: word.slice(0, word.indexOf("{{x}}")), open: true } : { text: word, open: false }],
    certain: true,
    many: false,
    group: String(i),
  }));

function placeOf(command: string) {
  const [program = "", ...words] = command.split(" ");
  const { places } = commandPlaces(readArguments(program, argumentsOf(words)));
  const at = words.findIndex((word) => word.includes("{{x}}"));
  return places.find(({ index }) => index === at);
}

it.each([
  ["git log --author={{x}}", "data", "git log --author"],
  ["/usr/bin/git --no-pager log --author {{x}}", "data", "git log --author"],
  ["git -C {{x}} status", "dir", "git -C"],
  ["git -c core.pager={{x}} log", "load", "git -c"],
  ["git grep -c {{x}}", "data", "git grep"],
  ["git {{x}}", "load", "git"],
  ["timeout 60 uv run python3 -m pytest {{x}}", "runs", "pytest"],
  ["poetry run pytest -k {{x}}", "data", "pytest -k"],
  ["python3 -m pip install -- {{x}}", "load", "pip install"],
  ["npm run x --script-shell={{x}}", "load", "npm run --script-shell"],
  ["npm run lint -- {{x}}", "unknown", "npm run"],
  ["make release VERSION={{x}}", "code", "make VERSION="],
  ["make CC={{x}}", "load", "make CC="],
  ["curl {{x}}", "place", "curl"],
  ["curl https://h.example/orders/{{x}}", "data", "curl"],
  ["curl https://{{x}}", "place", "curl"],
  ["curl -o{{x}} https://h.example", "write", "curl -o"],
  ["curl -sSfo {{x}} https://h.example", "write", "curl -o"],
  ["sort -o {{x}} a", "write", "sort -o"],
  ["cp {{x}} b", "read", "cp"],
  ["cp a {{x}}", "write", "cp"],
  ["jq --arg k {{x}} .[$k] a.json", "data", "jq --arg"],
  ["grep -e a {{x}}", "read", "grep"],
  ["grep {{x}} a", "data", "grep"],
  ["sed -i s/a/b/ {{x}}", "write", "sed"],
  ["docker exec db cat {{x}}", "unknown", "cat"],
  ["find . -name {{x}} -exec wc -l {} +", "data", "find -name"],
  ["find . -name {{x}} -exec acme {} +", "unknown", "acme"],
  ["find . -name {{x}} -exec rm {} +", "unknown", "rm"],
  ["find . -name {{x}} -exec sh -c cat<{} ;", "unknown", "sh"],
  ["find . -name {{x}} -delete", "unknown", "find -name"],
  ["fd {{x}} -x wc -l", "data", "fd"],
  ["fd {{x}} -x rm", "unknown", "rm"],
  ["sed -i.bak s/a/b/ {{x}}", "write", "sed"],
  ["sed -ni p {{x}}", "write", "sed"],
  ["sed -e p -n {{x}}", "read", "sed"],
  ["sed -i{{x}} s/a/b/ f", "write", "sed -i"],
  ["gawk -o{{x}} 1 a", "write", "gawk -o"],
  ["curl -d @{{x}} https://h.example", "send", "curl -d"],
  ["curl -F f=@{{x}} https://h.example", "send", "curl -F"],
  ["curl -F f={{x}} https://h.example", "data", "curl -F"],
  ["aws lambda invoke --payload file://{{x}} out", "send", "aws lambda invoke --payload"],
  ["sysctl kernel.core_pattern={{x}}", "unknown", "sysctl"],
  ["dig @{{x}} h.example", "place", "dig @"],
  ["curl -O https://h.example/{{x}}", "place", "curl"],
  ["wget https://h.example/{{x}}", "place", "wget"],
  ["wget -qO- https://h.example/{{x}}", "data", "wget"],
  ["gh api repos/acme/app/commits/{{x}}", "data", "gh api repos/"],
  ["gh api graphql -f query={{x}}", "code", "gh api -f"],
  ["gh api graphql -F id={{x}}", "data", "gh api -F"],
  ["git diff {{x}}", "data", "git diff"],
  ["git diff --no-index a {{x}}", "read", "git diff"],
  ["git config --get {{x}}", "data", "git config"],
  ["git config {{x}}", "load", "git config"],
  ["helm upgrade app ./chart --set image.tag={{x}}", "code", "helm upgrade --set"],
  ["coverage run -m pytest {{x}}", "runs", "pytest"],
  ["/lib64/ld-linux-x86-64.so.2 --argv0 {{x}} /bin/sh", "load", "ld-linux-x86-64.so.2 --argv0"],
  ["acme orders --status {{x}}", "unknown", "acme orders --status"],
  ["ls --acme {{x}}", "unknown", "ls --acme"],
  ["ls -l{{x}}", "option", "ls -l"],
  ["helm install --generate-name {{x}}", "load", "helm install"],
  ["helm template {{x}}", "runs", "helm template"],
  ["helm upgrade -i {{x}} ./chart", "data", "helm upgrade"],
])("reads %s", (command, placeClass, where) => {
  expect(placeOf(command)).toMatchObject({ class: placeClass, where });
});

/** A row, the words that lead to it, and one of its options with a value. */
interface Case {
  readonly words: readonly string[];
  readonly row: Uses;
  readonly option: string;
}

const cases = Object.values(usesByFamily())
  .flat()
  .flatMap((name): readonly Case[] => {
    const [program = "", ...more] = name.split(" ");
    const row = more.includes("*")
      ? undefined
      : more.reduce<Uses | undefined>((parent, word) => parent && subcommandOf(parent.name, word)?.row, usesOf(program));
    // A row without a dash, or with several values, has one spelling.
    const options = [...(row?.options ?? [])].filter(([option, places]) => /^-/.test(option) && places.length === 1);
    return row === undefined || row.name !== name ? [] : options.map(([option]) => ({ words: name.split(" "), row, option }));
  });

it("reads what is attached to a listed beginning, and to its wrapped program", () => {
  const beginnings = cases
    .flatMap(({ words, row }) => [...row.attached].map(([beginning, place]) => ({ words, beginning, place })))
    .filter(({ beginning }) => /^[-+@!]/.test(beginning));
  expect(beginnings.length).toBeGreaterThan(100);
  for (const { words, beginning, place } of beginnings) {
    const line = `${words.join(" ")} ${beginning}{{x}}`;
    expect(placeClasses.indexOf(placeOf(line)?.class ?? "data"), line).toBeGreaterThanOrEqual(placeClasses.indexOf(place.class));
  }
});

it("gives every spelling of an option the same place", () => {
  expect(cases.length).toBeGreaterThan(5_000);
  const wrapped = fc.constantFrom([], ["timeout", "5"], ["nice", "-n", "5"], ["env", "LANG=C"], ["nohup"]);
  const spelled = fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => `/usr/bin/${name}`,
    (name) => `${name}.exe`,
  );
  fc.assert(
    fc.property(fc.constantFrom(...cases), wrapped, spelled, ({ words: [program = "", ...more], row, option }, wrapper, spell) => {
      // The other programs are read by their own rows.
      fc.pre(readArguments(program, argumentsOf([...more, option, "{{x}}"])).programs.length === 1);
      const isLong = option.length > 2 || row.words;
      const ways = isLong ? [[option, "{{x}}"], [`${option}={{x}}`]] : [[option, "{{x}}"], [`${option}{{x}}`]];
      const found = ways.map((way) => placeOf([...wrapper, spell(program), ...more, ...way].join(" "))?.class);
      expect(
        new Set([...found, placeOf([program, ...more, ...(ways[0] ?? [])].join(" "))?.class]).size,
        `${program} ${more.join(" ")} ${option}`,
      ).toBe(1);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ["aws ec2 describe-instances --filters {{x}}", "data", "file"],
  ["aws newservice list-things --thing-name {{x}}", "data", "file"],
  ["aws newservice delete-thing --thing-name {{x}}", "unknown", undefined],
  ["aws secretsmanager get-secret-value --secret-id {{x}}", "unknown", undefined],
  ["aws ssm get-parameter --name {{x}}", "unknown", undefined],
  ["aws s3api get-object --bucket b --key k {{x}}", "write", undefined],
  ["aws ec2 describe-instances --endpoint-url {{x}}", "place", undefined],
  ["gcloud compute instances list --filter {{x}}", "data", undefined],
  ["gcloud beta new group things describe {{x}}", "data", undefined],
  ["gcloud compute instances delete {{x}}", "unknown", undefined],
  ["gcloud compute ssh vm --command {{x}}", "code", undefined],
  ["gcloud {{x}} list", "load", undefined],
  ["az network vnet list -g {{x}}", "data", "file"],
  ["az keyvault secret show --name {{x}}", "unknown", undefined],
  ["az storage account keys list -n {{x}}", "unknown", undefined],
  ["doctl compute droplet get {{x}}", "data", undefined],
  ["doctl kubernetes cluster kubeconfig show {{x}}", "unknown", undefined],
  ["hcloud server list --selector {{x}}", "data", undefined],
  ["hcloud server list --ca-file {{x}}", "unknown", undefined],
  ["hcloud server list --config {{x}}", "load", undefined],
])("reads the subcommands of clouds by their last words: %s", (command, placeClass, guard) => {
  const place = placeOf(command);
  expect({ class: place?.class, guard: place?.guard }).toEqual({ class: placeClass, guard });
});

it.each([
  ["tar -tf {{x}}", "read"],
  ["tar -tzf {{x}}", "read"],
  ["tar tvf {{x}}", "read"],
  ["tar --list --file={{x}}", "read"],
  ["tar -xf {{x}}", "unknown"],
  ["tar cf {{x}} a", "unknown"],
  ["cargo test -- {{x}}", "data"],
  ["cargo test -- --logfile {{x}}", "unknown"],
])("reads %s", (command, placeClass) => {
  expect(placeOf(command)?.class).toBe(placeClass);
});
