import { createHash } from "node:crypto";
import { Enums, Models, Serialize, SPDX, Spec } from "@cyclonedx/cyclonedx-library";
import type { Assets } from "../../../contract/host.js";
import { asset, type ModuleCache, type OutputFile } from "../../output-file.js";
import type { BundledPackage } from "../../tool-model.js";

/** The content of the asset `packages.json`: the packages in toolgen's bundles (scripts/assets/package-table.mjs). */
interface PackageTable {
  /** Indexes of packages, by the names of assets. */
  readonly files: Readonly<Record<string, readonly number[]>>;
  readonly packages: readonly LicencedPackage[];
  /** The texts of licences without the lines that name the holders of the copyright. */
  readonly texts: readonly string[];
}

interface LicencedPackage extends BundledPackage {
  readonly notice: string;
  readonly text: number;
}

type Bundle = Pick<OutputFile, "path" | "asset" | "packages">;

/**
 * The packages in the bundles among these files: `LICENCES.txt` with the texts of the licences, and `sbom.cdx.json`, a
 * software bill of materials that scanners read. The packages of the project's own handlers are in the latter only:
 * their licences are comments in the handlers' bundles.
 */
export function packageLists(files: readonly OutputFile[], assets: Assets, recall: ModuleCache): readonly OutputFile[] {
  if (!files.some(({ asset: name, packages }) => name !== undefined || packages !== undefined)) return [];
  // Printed by toolgen's own build.
  const table = JSON.parse(asset(assets, "packages.json")) as PackageTable;
  const bundles = files.filter((file) => packagesIn(file, table).length > 0);
  if (bundles.length === 0) return [];
  return [
    { path: "LICENCES.txt", text: printLicences(bundles, table), executable: false },
    { path: "sbom.cdx.json", text: recalledBill(bundles, table, recall), executable: false, shared: true },
  ];
}

const packagesIn = ({ asset: name, packages = [] }: Bundle, table: PackageTable): readonly BundledPackage[] => [
  ...packages,
  ...ownPackages(name, table),
];

const ownPackages = (name: string | undefined, { files, packages }: PackageTable): readonly LicencedPackage[] =>
  (files[name ?? ""] ?? []).flatMap((index) => packages[index] ?? []);

/** A package as lists name it. */
const titleOf = ({ name, version, license = "no licence named" }: BundledPackage) => `${name} ${version} (${license})`;

const rule = "=".repeat(80);

/** Prints the packages of toolgen's own bundles, and each text of a licence once. */
export function printLicences(bundles: readonly Bundle[], table: PackageTable): string {
  const found = bundles.map(({ path, asset: name }) => ({ path, packages: ownPackages(name, table) }));
  const heads = found
    .filter(({ packages }) => packages.length > 0)
    .map(({ path, packages }) => `${path} holds code of these packages: ${packages.map(titleOf).join(", ")}.`);
  const used = [...new Set(found.flatMap(({ packages }) => packages))];
  const parts = table.texts.flatMap((text, index) => {
    const under = used
      .filter((one) => one.text === index)
      .map((one) => [titleOf(one), one.notice].filter((line) => line !== "").join("\n"));
    return under.length === 0 ? [] : [`${rule}\n${under.join("\n")}\n\n${text}\n`];
  });
  return `${heads.join("\n")}\n\n${parts.join("\n")}`;
}

/** Loading the library takes longer than printing all other files of a small project. */
function recalledBill(bundles: readonly Bundle[], table: PackageTable, recall: ModuleCache): string {
  const packages = bundles.map((bundle) => [
    bundle.path,
    packagesIn(bundle, table).map(({ name, version, license }) => [name, version, license]),
  ]);
  const key = createHash("sha256")
    .update(JSON.stringify(["sbom", packages]))
    .digest("base64url");
  const known = recall.get(key);
  if (known !== undefined) return known;
  const text = printBill(bundles, table);
  recall.set(key, text);
  return text;
}

/**
 * Prints a bill of materials in the format of CycloneDX. It has neither a serial number nor a time, so that the same
 * outputs have the same bill.
 */
function printBill(bundles: readonly Bundle[], table: PackageTable): string {
  const bill = new Models.Bom();
  const components = new Map<string, Models.Component>();
  for (const bundle of bundles)
    for (const one of packagesIn(bundle, table)) {
      const address = packageAddress(one);
      const component = components.get(address) ?? componentOf(one, address);
      components.set(address, component);
      component.properties.add(new Models.Property("toolgen:file", bundle.path));
    }
  for (const component of components.values()) bill.components.add(component);
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bill, { sortLists: true, space: 1 })}\n`;
}

/** The package URL. */
const packageAddress = ({ name, version }: BundledPackage) => `pkg:npm/${name.replace(/^@/, "%40")}@${encodeURIComponent(version)}`;

function componentOf({ name, version, license }: BundledPackage, address: string): Models.Component {
  const [, group, bare = name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name) ?? [];
  const component = new Models.Component(Enums.ComponentType.Library, bare, {
    ...(group !== undefined && { group }),
    version,
    bomRef: address,
    purl: address,
  });
  if (license !== undefined) component.licenses.add(licenceOf(license));
  return component;
}

const isSpdxId = (words: string): boolean => SPDX.isSupportedSpdxId(words);

function licenceOf(words: string): Models.SpdxLicense | Models.LicenseExpression | Models.NamedLicense {
  if (isSpdxId(words)) return new Models.SpdxLicense(words);
  const names = words
    .replaceAll(/[()+]/g, " ")
    .trim()
    .split(/\s+(?:AND|OR|WITH)\s+/);
  const isExpression = names.length > 1 && isSpdxId(names[0] ?? "");
  return isExpression ? new Models.LicenseExpression(words) : new Models.NamedLicense(words);
}
