/** Thrown by work that would fail the same way for ever: the job becomes a dead letter at once. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp'
}
