import type { Log } from '#log/log.ts'

/**
 * A body from pieces that are made as fast as the client takes them. The first is made before the answer begins, so
 * that a failure can still be an error. A later one closes the connection; the reason is for our log alone, because the
 * server library prints what ends a stream.
 */
export async function streamOf(
  pieces: AsyncGenerator<Uint8Array, void, void>,
  log: Pick<Log, 'warn'>,
): Promise<ReadableStream<Uint8Array>> {
  let next = await pieces.next()
  const prepareNext = async () => {
    try {
      next = await pieces.next()
    } catch (err) {
      log.warn({ err }, 'answer cut off')
      throw new Error('The answer was cut off')
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (next.done) return controller.close()
        controller.enqueue(next.value)
        await prepareNext()
        if (next.done) controller.close()
      },
      cancel: () => pieces.return().then(() => {}),
    },
    { highWaterMark: 0 },
  )
}
