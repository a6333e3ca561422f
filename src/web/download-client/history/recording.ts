// The switch of the history, in localStorage. Without a choice it is on.
import { recall, store } from '../../browser/storage.ts';

const KEY = 'history';

/** Returns whether downloads are added. */
export function isRecording(): boolean {
  return recall(KEY) !== 'off';
}

/** Switches it. */
export function setRecording(isOn: boolean): void {
  store(KEY, isOn ? null : 'off');
}
