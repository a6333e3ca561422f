// Checks a file before the upload, for what the server would refuse afterwards.
import { MAX_FILM_BYTES } from '../../../../shared/trending.ts';

/** Why a file is refused. */
export type FileProblem = 'fileEmpty' | 'fileTooLarge' | 'fileNoVideo';

const VIDEO_NAME = /\.(mp4|m4v|webm|mov)$/i;

/** Returns the reason, or null. Also accepts known extensions, since some systems set no media type for them. */
export function fileProblemOf(file: Pick<File, 'name' | 'type' | 'size'>): FileProblem | null {
  const isVideo =
    file.type.startsWith('video/') || (file.type === '' && VIDEO_NAME.test(file.name));
  if (!isVideo) return 'fileNoVideo';
  if (file.size === 0) return 'fileEmpty';
  return file.size > MAX_FILM_BYTES ? 'fileTooLarge' : null;
}
