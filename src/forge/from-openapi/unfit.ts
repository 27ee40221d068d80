/** An operation of a document that Forge does not call, with the reason. */
export class UnfitOperation extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnfitOperation';
  }
}
