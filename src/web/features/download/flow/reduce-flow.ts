// The reducer of the flow; pure, so that tests can try every order of events.
import { fitChoice } from '../../../download-client/fit-choice.ts';
import {
  DEFAULT_CHOICE,
  type DownloadState,
  type FlowEvent,
  type FlowState,
} from '../../../download-client/flow-state.ts';

const NONE = { kind: 'none' } as const;
const UNSAVED = { isPressed: false, savedEtag: null } as const;

/** Returns the state after an event. An event that does not fit the state (because it is late) changes nothing. */
export function reduceFlow(state: FlowState, event: FlowEvent): FlowState {
  switch (event.kind) {
    case 'edited':
      return event.text === state.text
        ? state
        : { ...withoutPost(state), text: event.text, list: null, check: { kind: 'idle' } };
    case 'checking': {
      const { url, platform, list } = event;
      return { ...withoutPost(state), text: url, list, check: { kind: 'loading', url, platform } };
    }
    case 'accepted': {
      const { url, answer } = event;
      const { platform, platformName, listUrl = null } = answer;
      return { ...state, check: { kind: 'valid', url, platform, platformName, listUrl } };
    }
    case 'listed':
      return { ...state, check: { kind: 'list', listUrl: event.listUrl } };
    case 'refused':
      return { ...withoutPost(state), check: { kind: 'error', problem: event.problem } };
    case 'stopped':
      return { ...state, check: { kind: 'idle' } };
    case 'inspecting':
      return { ...state, inspection: { kind: 'loading' } };
    case 'inspected':
      return {
        ...state,
        inspection: { kind: 'inspected', answer: event.answer },
        choice: fitChoice(state.choice, event.answer),
      };
    case 'inspectionFailed':
      return { ...state, inspection: { kind: 'failed', failure: event.failure } };
    case 'chosen': {
      const choice = { ...state.choice, ...event.choice };
      const { inspection } = state;
      return {
        ...state,
        choice: inspection.kind === 'inspected' ? fitChoice(choice, inspection.answer) : choice,
      };
    }
    case 'reset':
      return { ...withoutPost(state), text: '', list: null, check: { kind: 'idle' } };
    case 'found': {
      const { text, platform, choice, job, title } = event;
      const about = { platform, platformName: null, listUrl: null };
      const check = { kind: 'valid', url: text, ...about } as const;
      const download = { ...started(title), job, isPressed: false };
      return { text, list: null, choice, check, inspection: NONE, download };
    }
    case 'started':
      return { ...state, download: started(titleOf(state)) };
    default:
      return { ...state, download: reduceDownload(state.download, event) };
  }
}

type DownloadEvent = Extract<
  FlowEvent,
  { kind: 'queued' | 'progressed' | 'saved' | 'finished' | 'failed' | 'gone' | 'steppedBack' }
>;

function reduceDownload(download: DownloadState, event: DownloadEvent): DownloadState {
  switch (event.kind) {
    case 'queued':
      return download.kind === 'running' ? { ...download, job: event.job } : download;
    case 'progressed': {
      if (download.kind !== 'running') return download;
      const percent = Math.min(100, Math.max(download.percent, event.progress.percent));
      return { ...download, progress: event.progress, percent };
    }
    case 'saved':
      return download.kind === 'running' ? { ...download, savedEtag: event.etag } : download;
    case 'finished': {
      const { job, result } = event;
      const title = event.title ?? ('title' in download ? download.title : null);
      const { isPressed, savedEtag } =
        download.kind === 'running' || download.kind === 'ready' ? download : UNSAVED;
      return { kind: 'ready', job, title, result, isPressed, savedEtag };
    }
    case 'failed':
      return { kind: 'failed', failure: event.failure };
    case 'gone':
      return { kind: 'gone', why: event.why };
    case 'steppedBack':
      return NONE;
  }
}

function started(title: string | null): Extract<DownloadState, { kind: 'running' }> {
  const nothing = { job: null, progress: null, percent: 0, savedEtag: null } as const;
  return { kind: 'running', title, isPressed: true, ...nothing };
}

/** Drops the post of another link and what was picked of it; keeps the chosen format and quality. */
function withoutPost(state: FlowState): FlowState {
  const { format, quality } = state.choice;
  const choice = { ...DEFAULT_CHOICE, format, quality };
  return { ...state, inspection: NONE, download: NONE, choice };
}

function titleOf({ inspection }: FlowState): string | null {
  return inspection.kind === 'inspected' ? inspection.answer.media.title : null;
}
