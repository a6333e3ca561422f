import { expect, it } from 'vitest';
import { runTool } from '../../lab/media/run-tool.ts';
import { createMediaFolder } from '../support/media/media-fixtures.ts';
import { testConversions } from '../support/product/convert-suite.ts';
import { startProduct } from '../support/product/product.ts';
import { OVER_HTTP, visit } from '../support/product/visitor.ts';

testConversions(['vp9-opus.webm', 'av1-opus.mkv', 'hevc-aac.mov', 'sound.ogg', 'silent.mp4']);

it('an HDR picture is made for screens without HDR', async () => {
  const colours = [
    '-color_primaries',
    'bt2020',
    '-color_trc',
    'smpte2084',
    '-colorspace',
    'bt2020nc',
  ];
  const params = 'log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';
  const product = await startProduct({ ...OVER_HTTP, MAX_TRANSCODES: '2' });
  const origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
  const media = await createMediaFolder();
  const source = await media.ffmpeg(
    'hdr.mp4',
    ...[
      ...['-f', 'lavfi', '-i', 'testsrc2=s=322x242:r=25:d=3'],
      '-pix_fmt',
      'yuv420p10le',
      '-c:v',
      'libx265',
      '-preset',
      'ultrafast',
    ],
    ...['-x265-params', params, ...colours, '-tag:v', 'hvc1'],
  );
  const visitor = visit(origin);
  const answer = await visitor.upload('convert', source, { format: 'webm' });
  if (!answer.success) throw new Error(answer.code);
  const { path: file } = await visitor.receive(answer, media.folder);
  const shown = ['-show_entries', 'stream=pix_fmt,color_transfer', '-of', 'csv=p=0'];
  expect(String(await runTool('ffprobe', ['-v', 'error', ...shown, file])).trim()).toBe(
    'yuv420p,bt709',
  );
  await product.close();
  await media.remove();
});
