// Whether a file may be sent, before any of it is: what the server would refuse after all of it had been.
import { MAX_FILM_BYTES } from '../../../../shared/trending.ts';

/** Why a file is not sent. */
export type FileProblem = 'fileEmpty' | 'fileTooLarge' | 'fileNoVideo';

const VIDEO_NAME = /\.(mp4|m4v|webm|mov)$/i;

/** The reason, or null. Some systems know no type for these endings, so the name may speak for it. */
export function fileProblemOf(file: Pick<File, 'name' | 'type' | 'size'>): FileProblem | null {
  const isVideo =
    file.type.startsWith('video/') || (file.type === '' && VIDEO_NAME.test(file.name));
  if (!isVideo) return 'fileNoVideo';
  if (file.size === 0) return 'fileEmpty';
  return file.size > MAX_FILM_BYTES ? 'fileTooLarge' : null;
}
