// Lists the licences of the packages that users install, and fails if one of them is not permissive.
// With --size it also measures the installed packages.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PERMISSIVE = new Set(['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'Python-2.0', 'Unlicense', 'Zlib']);

/** An expression of SPDX: every part of AND must be permissive, and one part of OR. */
const isPermissive = (licence) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => PERMISSIVE.has(part.trim())));

const bytesOf = (path) => {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
};

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
// Optional packages are those of other platforms, except the ones that are here.
const installed = Object.entries(packages).filter(
  ([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && (!optional || existsSync(path)),
);
/** Some old packages only have a list. */
const licenceOf = (path) => {
  const { license, licenses = [] } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  return license ?? licenses.map(({ type }) => type).join(' OR ');
};
const byLicence = new Map();
for (const [path, { license = licenceOf(path) }] of installed)
  byLicence.set(license, [...(byLicence.get(license) ?? []), path.replace(/^.*node_modules\//, '')]);
for (const [licence, names] of [...byLicence].sort()) console.log(`${licence}: ${[...new Set(names)].sort().join(', ')}`);
console.log(`${installed.length} packages`);
if (process.argv.includes('--size')) {
  const bytes = installed.reduce((sum, [path]) => sum + bytesOf(path), 0);
  console.log(`${(bytes / 1e6).toFixed(0)} MB`);
}
const refused = [...byLicence.keys()].filter((licence) => !isPermissive(licence));
for (const licence of refused) console.error(`not permissive: ${licence} (${byLicence.get(licence).join(', ')})`);
process.exitCode = refused.length === 0 ? 0 : 1;
