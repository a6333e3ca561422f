// The service of archives: several finished downloads of a visitor as one ZIP file, computed while it is sent.

import { crc32 } from '../../shared/archives/crc32.ts';
import { sliceOf, type ZipLayout, type ZipMember, zipLayout } from '../../shared/archives/zip.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { fileNameOf, IN_ARCHIVE, OF_ARCHIVE, shortened } from '../../shared/media/file-name.ts';
import type { Clock } from '../async/clock.ts';
import { createExpiringMap } from '../async/expiring-map.ts';
import type { Download } from '../downloading/download.ts';
import type { OpenedFile, OwnFile } from '../downloading/own-files.ts';
import type { Downloading } from '../downloading/service.ts';
import type { FileStore } from '../files/ports.ts';
import type { ByteRange } from '../files/stored-file.ts';
import type { Limiter } from '../limits/ports.ts';
import { takeToken } from '../limits/rate-limit.ts';
import { numberedNames, playlistOf } from './album.ts';
import { distinctNames } from './member-names.ts';
import type { ArchiveContents, ArchiveFailure, ArchiveTokens, ExplainFailure } from './ports.ts';
import { REPORT_NAME, reportOf } from './report.ts';

/** A visitor's request. `failures` are links that did not become downloads; `network` is the rate key of the client. */
export type ArchiveRequest = {
  readonly visitor: string;
  readonly network: string;
  /** Ids of ended downloads. */
  readonly downloads: readonly string[];
  /** Their places in a list, of an album; by default it is none. */
  readonly numbers?: readonly number[] | undefined;
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

export type ArchivingNeeds = {
  readonly downloading: Pick<Downloading, 'openFiles' | 'areStillReady'>;
  readonly files: Pick<FileStore, 'digested'>;
  readonly limiter: Pick<Limiter, 'take'>;
  readonly tokens: ArchiveTokens;
  readonly explain: ExplainFailure;
  readonly clock: Clock;
};

/** A request target of more than 8 kB is refused by many proxies. */
export const MAX_TOKEN_LENGTH = 7000;
/** How much of what a failure is about stays, until the token is short enough. */
const ABOUT_LENGTHS = [Number.POSITIVE_INFINITY, 60, 30, 12];
/** So many members are opened for one token of `file`, which a single file costs. */
const MEMBERS_PER_TOKEN = 10;
/** Ranges of an archive follow each other within this time; they are read from what was laid out once. */
const KEPT_MS = 60_000;
const MOST_KEPT = 50;

type LaidOut = { readonly downloads: readonly Download[]; readonly archive: OpenedArchive };

/** Creates the service. */
export function createArchiving(needs: ArchivingNeeds): Archiving {
  const kept = createExpiringMap<LaidOut>({ clock: needs.clock, maxEntries: MOST_KEPT });
  return {
    create: (request) => create(needs, request),
    async open(token, visitor, network) {
      const key = `${network} ${visitor} ${token}`;
      const known = kept.get(key);
      if (known && (await needs.downloading.areStillReady(known.downloads))) return known.archive;
      const contents = needs.tokens.open(token);
      if (!contents || contents.visitor !== visitor) throw new AppError('job_not_found');
      const laidOut = await openContents(needs, contents, network);
      kept.put(key, laidOut, needs.clock.now() + KEPT_MS);
      return laidOut.archive;
    },
  };
}

async function create(needs: ArchivingNeeds, request: ArchiveRequest): Promise<NewArchive> {
  const { visitor, network, title, language, numbers } = request;
  if (numbers && numbers.length !== request.downloads.length)
    throw new AppError('invalid_request', { params: { field: 'numbers' } });
  const own = await openFiles(needs, visitor, [...new Set(request.downloads)], network);
  if (own.some(({ download }) => download.state === 'open'))
    throw new AppError('invalid_request', { params: { field: 'jobs' }, detail: 'still open' });
  const withFile = own.flatMap(({ download, opened }) =>
    typeof opened === 'string' ? [] : [{ download, opened }],
  );
  // Two links may lead to one post, and to two downloads of one file where the first was ready before the second began.
  const fileIds = withFile.map(({ opened }) => opened.file.id);
  const members = withFile.filter((_, at) => fileIds.indexOf(fileIds[at] ?? '') === at);
  const failures = [...own.flatMap(failureOf), ...request.failures];
  if (members.length === 0) throw new AppError('expired');
  const { contents, token } = sealToFit(needs.tokens, {
    visitor,
    fileName: fileNameOf({ title, qualifier: null, extension: 'zip' }, OF_ARCHIVE),
    downloads: members.map(({ download }) => download.id),
    numbers: numbers
      ? members.map(({ download }) => numbers[request.downloads.indexOf(download.id)] ?? 0)
      : null,
    failures,
    language,
    createdAt: needs.clock.now(),
  });
  const { bytes, fileName } = await layOut(
    needs,
    contents,
    members.map(({ opened }) => opened),
  );
  return {
    token,
    fileName,
    bytes,
    files: members.length,
    failures: contents.failures,
    expiresAt: Math.min(
      ...members.map(({ download, opened }) => download.expiresAt ?? opened.file.expiresAt),
    ),
  };
}

/** The token of an archive; where many failures would make it too long, they are named by the ends of their links. */
function sealToFit(tokens: ArchiveTokens, whole: ArchiveContents) {
  for (const length of ABOUT_LENGTHS) {
    const failures = whole.failures.map((one) => ({ ...one, about: endOf(one.about, length) }));
    const contents = { ...whole, failures };
    const token = tokens.seal(contents);
    if (token.length <= MAX_TOKEN_LENGTH) return { contents, token };
  }
  throw new AppError('invalid_request', { params: { field: 'failures' } });
}

const endOf = (about: string, length: number) =>
  about.length > length ? `…${about.slice(-length).toWellFormed()}` : about;

/** Why a download has no file; nothing if it has one. */
function failureOf({ download, opened }: OwnFile): ArchiveFailure[] {
  if (typeof opened !== 'string') return [];
  const { title, link, state, failure } = download;
  const about = [title, link].filter(Boolean).join(' · ');
  const code = state === 'ready' ? opened : 'cancelled';
  return [{ about, ...(failure ?? { code, params: {} }) }];
}

/** The downloads with their files, for tokens of `file`, beside the one of the request. */
async function openFiles(
  { downloading, limiter }: ArchivingNeeds,
  visitor: string,
  ids: readonly string[],
  network: string,
): Promise<readonly OwnFile[]> {
  const cost = Math.floor(ids.length / MEMBERS_PER_TOKEN);
  if (cost > 0) await takeToken(limiter, 'file', network, cost);
  return downloading.openFiles(visitor, ids, network);
}

/** Throws `expired`, `taken_down`. */
async function openContents(
  needs: ArchivingNeeds,
  contents: ArchiveContents,
  network: string,
): Promise<LaidOut> {
  const { visitor, downloads } = contents;
  const own = await openFiles(needs, visitor, downloads, network).catch((error: unknown) => {
    // The visitor had them, and has removed one.
    if (codeOf(error) === 'job_not_found') throw new AppError('expired', { cause: error });
    throw error;
  });
  const opened = own.map((one) => {
    if (typeof one.opened === 'string') throw new AppError(one.opened);
    return one.opened;
  });
  const archive = await layOut(needs, contents, opened);
  return { downloads: own.map(({ download }) => download), archive };
}

async function layOut(
  needs: ArchivingNeeds,
  contents: ArchiveContents,
  opened: readonly OpenedFile[],
): Promise<OpenedArchive> {
  const { fileName, createdAt, numbers } = contents;
  const own = opened.map(({ name }) => name);
  const named = numbers ? numberedNames(own, numbers) : own;
  const names = distinctNames(named.map((name) => shortened(name, IN_ARCHIVE)));
  const members: ZipMember[] = await Promise.all(
    opened.map(async ({ file }, index) => {
      const { bytes, createdAt } = file;
      const sum = file.crc32 ?? (await needs.files.digested(file.id)).crc32;
      return { name: names[index] ?? '', size: bytes, crc32: sum, modifiedAt: createdAt };
    }),
  );
  const texts = await textsOf(needs, contents, names, opened);
  const ofTexts = texts.map(({ name, bytes }) => ({
    name,
    size: bytes.length,
    crc32: crc32(bytes),
    modifiedAt: createdAt,
  }));
  const all = [...members, ...ofTexts];
  const layout = zipLayout(all);
  return {
    fileName,
    bytes: layout.size,
    version: JSON.stringify(all),
    read: (range) => readArchive(layout, opened, texts, range),
  };
}

type Text = { readonly name: string; readonly bytes: Uint8Array };

/** The playlist of an album, and the report where something is missing. */
async function textsOf(
  { explain }: ArchivingNeeds,
  { fileName, failures, language, numbers }: ArchiveContents,
  names: readonly string[],
  opened: readonly OpenedFile[],
): Promise<readonly Text[]> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const title = fileName.replace(/\.zip$/, '');
  const playlist = () =>
    playlistOf(
      title,
      opened.map(({ file, name }, at) => ({
        name: names[at] ?? name,
        title: name,
        seconds: file.receipt.durationSeconds,
      })),
    );
  const report = async () => reportOf(names, failures, await explain(language));
  return [
    ...(numbers
      ? [{ name: shortened(`${title}.m3u8`, IN_ARCHIVE), bytes: encode(playlist()) }]
      : []),
    ...(failures.length > 0 ? [{ name: REPORT_NAME, bytes: encode(await report()) }] : []),
  ];
}

/** The bytes of a range. Each file is opened when its turn comes. */
async function* readArchive(
  layout: ZipLayout,
  files: readonly OpenedFile[],
  texts: readonly Text[],
  range: ByteRange | null,
): AsyncGenerator<Uint8Array> {
  const { start, end } = range ?? { start: 0, end: layout.size - 1 };
  for (const { piece, from, to } of sliceOf(layout, start, end + 1)) {
    if (piece.kind === 'bytes') yield piece.bytes.subarray(from, to);
    else if (piece.index < files.length)
      yield* await (files[piece.index] as OpenedFile).read({ start: from, end: to - 1 });
    else yield (texts[piece.index - files.length] as Text).bytes.subarray(from, to);
  }
}
