// How each event changes the flow; pure, so that every order of events can be tried.
import { fitChoice } from './fit-choice.ts';
import type { FlowEvent, FlowState, Work } from './flow-state.ts';

const NONE = { kind: 'none' } as const;

/** The state after an event. An event that does not fit the state (it came too late) changes nothing. */
export function reduceFlow(state: FlowState, event: FlowEvent): FlowState {
  switch (event.kind) {
    case 'edited':
      return event.text === state.text
        ? state
        : { ...withoutPost(state), text: event.text, check: { kind: 'idle' } };
    case 'checking': {
      const { url, platform } = event;
      return { ...withoutPost(state), text: url, check: { kind: 'loading', url, platform } };
    }
    case 'accepted': {
      const { url, answer } = event;
      const { platform, platformName } = answer;
      return { ...state, check: { kind: 'valid', url, platform, platformName } };
    }
    case 'refused':
      return { ...withoutPost(state), check: { kind: 'error', problem: event.problem } };
    case 'stopped':
      return { ...state, check: { kind: 'idle' } };
    case 'looking':
      return { ...state, look: { kind: 'loading' } };
    case 'seen':
      return {
        ...state,
        look: { kind: 'seen', answer: event.answer },
        wish: fitChoice(state.wish, event.answer),
      };
    case 'unseen':
      return { ...state, look: { kind: 'failed', failure: event.failure } };
    case 'wished': {
      const wish = { ...state.wish, ...event.wish };
      const { look } = state;
      return { ...state, wish: look.kind === 'seen' ? fitChoice(wish, look.answer) : wish };
    }
    case 'reset':
      return { ...withoutPost(state), text: '', check: { kind: 'idle' } };
    case 'found': {
      const { text, platform, wish, job, title } = event;
      const check = { kind: 'valid', url: text, platform, platformName: null } as const;
      const work = { ...started(title), job, isPressed: false };
      return { text, wish, check, look: NONE, work };
    }
    case 'started':
      return { ...state, work: started(titleOf(state)) };
    default:
      return { ...state, work: reduceWork(state.work, event) };
  }
}

type WorkEvent = Extract<
  FlowEvent,
  { kind: 'queued' | 'progressed' | 'finished' | 'failed' | 'went' | 'stepped back' }
>;

function reduceWork(work: Work, event: WorkEvent): Work {
  switch (event.kind) {
    case 'queued':
      return work.kind === 'running' ? { ...work, job: event.job } : work;
    case 'progressed': {
      if (work.kind !== 'running') return work;
      const percent = Math.min(100, Math.max(work.percent, event.progress.percent));
      return { ...work, progress: event.progress, percent };
    }
    case 'finished': {
      const { job, result } = event;
      const title = event.title ?? ('title' in work ? work.title : null);
      const isPressed = (work.kind === 'running' || work.kind === 'ready') && work.isPressed;
      return { kind: 'ready', job, title, result, isPressed };
    }
    case 'failed':
      return { kind: 'failed', failure: event.failure };
    case 'went':
      return { kind: 'gone', why: event.why };
    case 'stepped back':
      return NONE;
  }
}

function started(title: string | null): Extract<Work, { kind: 'running' }> {
  return { kind: 'running', job: null, title, progress: null, percent: 0, isPressed: true };
}

/** The post of another link is forgotten, and what was picked of it; format and quality stay as they were chosen. */
function withoutPost(state: FlowState): FlowState {
  const wish = { ...state.wish, itemId: null, offerId: null };
  return { ...state, look: NONE, work: NONE, wish };
}

function titleOf({ look }: FlowState): string | null {
  return look.kind === 'seen' ? look.answer.media.title : null;
}
