// The decoders that files may reach: those of the formats that phones, cameras, platforms and older computers write. ffmpeg has
// hundreds of others, for games and archives, that hardly anyone looks after.

const VIDEO = [
  'h264 hevc vvc libdav1d libaom-av1 av1 vp9 libvpx-vp9 vp8 libvpx vp6 vp6f vp6a theora',
  'mpeg4 msmpeg4v1 msmpeg4v2 msmpeg4 h263 h263p flv mpeg1video mpeg2video mpegvideo',
  'wmv1 wmv2 wmv3 vc1 mjpeg dvvideo prores dnxhd cinepak svq3',
];
const PICTURES = ['png gif webp bmp'];
const AUDIO = [
  'aac aac_latm mp3float mp3 mp2float mp2 mp1float mp1 opus libopus vorbis libvorbis flac alac',
  'ac3 eac3 dca truehd mlp wmav1 wmav2 wmapro amrnb amrwb speex libspeex nellymoser',
  'pcm_s16le pcm_s16be pcm_s24le pcm_s24be pcm_s32le pcm_s32be pcm_f32le pcm_f32be pcm_f64le pcm_f64be',
  'pcm_bluray pcm_dvd pcm_u8 pcm_s8 pcm_alaw pcm_mulaw adpcm_ms adpcm_ima_wav adpcm_ima_qt adpcm_swf gsm_ms g722',
];
const SUBTITLES = ['subrip srt ass ssa webvtt mov_text text'];

/** For the option `-codec_whitelist`. A name that this ffmpeg does not know does no harm. */
export const DECODERS = [...VIDEO, ...PICTURES, ...AUDIO, ...SUBTITLES]
  .join(' ')
  .replaceAll(' ', ',');

/** The codecs that ffprobe names and no decoder of the list reads under the same name, and the decoders that do. */
const READ_BY: Readonly<Record<string, string>> = {
  dts: 'dca',
  amr_nb: 'amrnb',
  amr_wb: 'amrwb',
  adpcm_g722: 'g722',
};
const SOUNDS: ReadonlySet<string> = new Set(AUDIO.join(' ').split(' '));

/** Whether a sound of this codec, as ffprobe names it, can be read. */
export function isReadableSound(codec: string): boolean {
  return SOUNDS.has(READ_BY[codec] ?? codec);
}
