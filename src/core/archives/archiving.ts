// The service of archives: several finished downloads of a visitor as one ZIP file, computed while it is sent.
import { AppError, codeOf, ERRORS } from '../../shared/errors.ts';
import { fileNameOf } from '../../shared/media/file-name.ts';
import type { Clock } from '../async/clock.ts';
import type { Download } from '../downloading/download.ts';
import type { OpenedFile } from '../downloading/own-downloads.ts';
import type { Tokens } from '../downloading/ports.ts';
import type { Downloading } from '../downloading/service.ts';
import type { FileStore } from '../files/ports.ts';
import type { ByteRange } from '../files/stored-file.ts';
import { crc32 } from './crc32.ts';
import { distinctNames } from './member-names.ts';
import type { ArchiveContents, ArchiveFailure, ArchiveTokens, ExplainFailure } from './ports.ts';
import { REPORT_NAME, reportOf } from './report.ts';
import { sliceOf, type ZipLayout, type ZipMember, zipLayout } from './zip.ts';

/** A visitor's request. `failures` are links that did not become downloads; `network` is the rate key of the client. */
export type ArchiveRequest = {
  readonly visitor: string;
  readonly network: string;
  /** Ids of ended downloads. */
  readonly downloads: readonly string[];
  readonly failures: readonly ArchiveFailure[];
  readonly title: string;
  readonly language: string;
};

/** An archive that can be fetched until `expiresAt` (epoch milliseconds). */
export type NewArchive = {
  readonly token: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly files: number;
  readonly failures: readonly ArchiveFailure[];
  readonly expiresAt: number;
};

/** An archive to send. `version` differs between archives with different bytes. */
export type OpenedArchive = {
  readonly fileName: string;
  readonly bytes: number;
  readonly version: string;
  readonly read: (range: ByteRange | null) => AsyncIterable<Uint8Array>;
};

/** What visitors can do. Archives of other visitors do not exist for them (`job_not_found`). Throws AppError. */
export type Archiving = {
  /**
   * Puts the files of ended downloads together, in their order; downloads without a file become failures. Throws `invalid_request`
   * while one is open, and `expired` when none has a file.
   */
  readonly create: (request: ArchiveRequest) => Promise<NewArchive>;
  /** Throws `expired` when a file of the archive has gone, so that none is ever missing silently. */
  readonly open: (token: string, visitor: string | null, network: string) => Promise<OpenedArchive>;
};

/** What the service needs. */
export type ArchivingNeeds = {
  readonly downloading: Pick<Downloading, 'get' | 'openFile'>;
  readonly files: Pick<FileStore, 'digested'>;
  readonly fileToken: Tokens['fileToken'];
  readonly tokens: ArchiveTokens;
  readonly explain: ExplainFailure;
  readonly clock: Clock;
};

/** Creates the service. */
export function createArchiving(needs: ArchivingNeeds): Archiving {
  return {
    create: (request) => create(needs, request),
    async open(token, visitor, network) {
      const contents = needs.tokens.open(token);
      if (!contents || contents.visitor !== visitor) throw new AppError('job_not_found');
      return openContents(needs, contents, network);
    },
  };
}

async function create(needs: ArchivingNeeds, request: ArchiveRequest): Promise<NewArchive> {
  const { visitor, network, title, language } = request;
  const found = await Promise.all(
    [...new Set(request.downloads)].map((id) => findMember(needs, visitor, id, network)),
  );
  const members = found.flatMap((one) => ('file' in one ? [one] : []));
  const failures = [...found.flatMap((one) => ('code' in one ? [one] : [])), ...request.failures];
  if (members.length === 0) throw new AppError('expired');
  const contents: ArchiveContents = {
    visitor,
    fileName: fileNameOf({ title, qualifier: null, extension: 'zip' }),
    downloads: members.map(({ id }) => id),
    failures,
    language,
    createdAt: needs.clock.now(),
  };
  const { bytes, fileName } = await openContents(needs, contents, network);
  return {
    token: needs.tokens.seal(contents),
    fileName,
    bytes,
    files: members.length,
    failures,
    expiresAt: Math.min(...members.map(({ expiresAt }) => expiresAt)),
  };
}

type Member = { readonly id: string; readonly file: true; readonly expiresAt: number };

/** A download with a file, or why it has none. Throws `invalid_request` for an open one, `job_not_found`. */
async function findMember(
  { downloading, fileToken }: ArchivingNeeds,
  visitor: string,
  id: string,
  network: string,
): Promise<Member | ArchiveFailure> {
  const { download } = await downloading.get(visitor, id);
  if (download.state === 'open')
    throw new AppError('invalid_request', { params: { field: 'jobs' }, detail: 'still open' });
  if (download.state !== 'ready') return { about: aboutOf(download), ...reasonOf(download) };
  try {
    const { file } = await downloading.openFile(fileToken(id), visitor, network);
    return { id, file: true, expiresAt: download.expiresAt ?? file.expiresAt };
  } catch (error) {
    // Expired, or taken down.
    if (!(error instanceof AppError) || ERRORS[error.code].cause === 'server') throw error;
    return { about: aboutOf(download), code: error.code, params: error.params };
  }
}

const aboutOf = ({ link, title }: Download) => [title, link].filter(Boolean).join(' · ');

const reasonOf = ({ failure }: Download): Pick<ArchiveFailure, 'code' | 'params'> =>
  failure ?? { code: 'cancelled', params: {} };

async function openContents(
  needs: ArchivingNeeds,
  contents: ArchiveContents,
  network: string,
): Promise<OpenedArchive> {
  const { visitor, fileName, failures, language, createdAt } = contents;
  const opened = await Promise.all(
    contents.downloads.map((id) => openMember(needs, visitor, id, network)),
  );
  const names = distinctNames(opened.map(({ name }) => name));
  const members: ZipMember[] = await Promise.all(
    opened.map(async ({ file }, index) => {
      const { bytes, createdAt } = file;
      const sum = file.crc32 ?? (await needs.files.digested(file.id)).crc32;
      return { name: names[index] ?? '', size: bytes, crc32: sum, modifiedAt: createdAt };
    }),
  );
  const explain = await needs.explain(language);
  const report = new TextEncoder().encode(reportOf(names, failures, explain));
  const hasReport = failures.length > 0;
  const ofReport = {
    name: REPORT_NAME,
    size: report.length,
    crc32: crc32(report),
    modifiedAt: createdAt,
  };
  const all = hasReport ? [...members, ofReport] : members;
  const layout = zipLayout(all);
  return {
    fileName,
    bytes: layout.size,
    version: JSON.stringify(all),
    read: (range) => readArchive(layout, opened, report, range),
  };
}

/** Throws `expired`, `taken_down`. */
async function openMember(
  { downloading, fileToken }: ArchivingNeeds,
  visitor: string,
  id: string,
  network: string,
): Promise<OpenedFile> {
  try {
    return await downloading.openFile(fileToken(id), visitor, network);
  } catch (error) {
    // The visitor had it, and has removed it.
    if (codeOf(error) === 'job_not_found') throw new AppError('expired', { cause: error });
    throw error;
  }
}

/** The bytes of a range. Each file is opened when its turn comes. */
async function* readArchive(
  layout: ZipLayout,
  files: readonly OpenedFile[],
  report: Uint8Array,
  range: ByteRange | null,
): AsyncGenerator<Uint8Array> {
  const { start, end } = range ?? { start: 0, end: layout.size - 1 };
  for (const { piece, from, to } of sliceOf(layout, start, end + 1)) {
    if (piece.kind === 'bytes') yield piece.bytes.subarray(from, to);
    else if (piece.index >= files.length) yield report.subarray(from, to);
    else yield* await (files[piece.index] as OpenedFile).read({ start: from, end: to - 1 });
  }
}
