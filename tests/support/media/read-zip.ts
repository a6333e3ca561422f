// Reads a ZIP file with Python's own reader, which verifies the CRC of every member.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A member, with the SHA-256 of its content. */
export type ZipEntry = { readonly name: string; readonly bytes: number; readonly sha256: string };

const SCRIPT = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as file:
    bad = file.testzip()
    assert bad is None, bad
    print(json.dumps([[one.filename, one.file_size, hashlib.sha256(file.read(one)).hexdigest()] for one in file.infolist()]))
`;

/** The members in their order. Rejects when one is damaged. */
export async function readZip(path: string): Promise<readonly ZipEntry[]> {
  const { stdout } = await promisify(execFile)('python3', ['-c', SCRIPT, path]);
  const rows = JSON.parse(stdout) as [string, number, string][];
  return rows.map(([name, bytes, sha256]) => ({ name, bytes, sha256 }));
}

/** The text of a member. */
export async function readZipText(path: string, member: string): Promise<string> {
  const script =
    'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))';
  return (await promisify(execFile)('python3', ['-c', script, path, member])).stdout;
}
