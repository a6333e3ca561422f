// A value once it has stayed the same for a moment.
import { useEffect, useState } from 'react';

/** Returns the last value that stayed for `ms`. Compare by identity: keep the value stable while it does not change. */
export function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
