// The files that the dialog offers.

/** Lists extensions as well, since some systems know no media type for them. */
export const ACCEPTED_FILES =
  'video/*,audio/*,.mkv,.mka,.mov,.m4a,.m4v,.webm,.flac,.ogg,.opus,.aac';
