// The public interface of the download flow.
export { DownloadFlow } from './flow/download-flow.tsx';
export type { PageStage as FlowStage } from './flow/stage.ts';
