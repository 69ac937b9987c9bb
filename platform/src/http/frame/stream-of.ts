import type { Log } from '#log/log.ts'

/**
 * Streams a body in pieces that are produced as fast as the client reads. The first piece is produced before the answer begins, so that a
 * failure can still become an error response. A later failure closes the connection; only our log contains the reason, because the server
 * library prints stream errors.
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
