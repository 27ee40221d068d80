/** What went wrong without harm to an answer: for the log. */
export interface WriterWarning {
  readonly message: string;
  readonly reason: string;
}
