// Provides the signed-in operator and navigation to the views of the operators' area.
import { createContext, type ReactNode, useContext } from 'react';

/** The context of a view. */
export type Operator = {
  /** The e-mail address of the signed-in operator. */
  readonly email: string;
  /** The language prefix of paths, such as `/fr`. */
  readonly prefix: string;
  /** Navigates to a path of the area, such as `/admin/log`, without a reload. */
  readonly goTo: (path: string) => void;
  /** Shows the sign-in form, even with a valid session. */
  readonly goToLogin: () => void;
};

const OperatorContext = createContext<Operator | null>(null);

/** Provides the context to its children. */
export function OperatorProvider(props: {
  readonly operator: Operator;
  readonly children: ReactNode;
}) {
  return <OperatorContext value={props.operator}>{props.children}</OperatorContext>;
}

/** Returns the context. Throws outside of the area. */
export function useOperator(): Operator {
  const operator = useContext(OperatorContext);
  if (!operator) throw new TypeError('useOperator needs an OperatorProvider above it');
  return operator;
}
