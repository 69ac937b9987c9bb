/** Thrown by work that would always fail: the job becomes a dead letter at once. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp'
}
