// What a command of this server answers.
/** The result of a command: whether it was carried out, and the text for the terminal. */
export type CommandResult = { readonly isDone: boolean; readonly message: string };
