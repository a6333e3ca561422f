// The time until a file expires; asks the server when it is over, and when the tab becomes visible again.
import { useEffect, useRef, useState } from 'react';
import { now } from '../../../browser/clock.ts';

const TICK_MS = 5000;

/** Whole seconds until `expiresAt` (epoch milliseconds), never below zero. */
export function useExpiry(expiresAt: number, ask: () => Promise<void>): number {
  const left = () => Math.max(0, Math.ceil((expiresAt - now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  const latest = useRef({ left, ask });
  useEffect(() => {
    latest.current = { left, ask };
  });
  useEffect(() => {
    const look = () => {
      const rest = latest.current.left();
      setSeconds(rest);
      // The local clock may be wrong: only the server knows whether the file is deleted.
      if (rest === 0) void latest.current.ask();
    };
    const comeBack = () => {
      if (document.visibilityState === 'visible') void latest.current.ask();
    };
    const timer = setInterval(look, TICK_MS);
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, []);
  return seconds;
}
