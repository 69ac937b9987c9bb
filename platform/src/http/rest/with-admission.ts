import { sqlState } from '#db/errors.ts'
import { networkOf } from '#limits/network.ts'
import type { Context } from './context.ts'

/** Runs work at the caller's turn; if there is room, immediately and without another promise. */
export function withAdmission<T>(
  context: Context,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const { admission } = context.needs
  const key = callerKey(context)
  const run = () => {
    const began = performance.now()
    return work(context).then(
      (result) => {
        admission.leave(key)
        return result
      },
      (error: unknown) => {
        admission.leave(key, sqlState(error) === '57014' ? performance.now() - began : 0)
        throw error
      },
    )
  }
  const entering = admission.enter(key)

  return entering === undefined ? run() : entering.then(run)
}

/** Members are identified by id, other callers by network. */
export function callerKey({ caller, request }: Context): string {
  const { sub } = caller.claims

  return typeof sub === 'string' ? sub : `${caller.role} ${networkOf(request.clientAddress)}`
}
