// Lets every view of the operators' area know who is signed in, where they are, and how to go elsewhere in the area.
import { createContext, type ReactNode, useContext } from 'react';

/** What a view may use. */
export type Operator = {
  /** The e-mail address of the signed-in operator. */
  readonly email: string;
  /** What stands before every path of the area in this language, such as `/fr`. */
  readonly prefix: string;
  /** Goes to a path of the area, such as `/admin/log`, without loading the page anew. */
  readonly goTo: (path: string) => void;
  /** Shows the sign-in form, even with a valid session. */
  readonly goToLogin: () => void;
};

const OperatorContext = createContext<Operator | null>(null);

/** Says it to everything below. */
export function OperatorProvider(props: {
  readonly operator: Operator;
  readonly children: ReactNode;
}) {
  return <OperatorContext value={props.operator}>{props.children}</OperatorContext>;
}

/** The operator who is signed in. Throws outside of the area. */
export function useOperator(): Operator {
  const operator = useContext(OperatorContext);
  if (!operator) throw new TypeError('useOperator needs an OperatorProvider above it');
  return operator;
}
