import type { Log } from '#log/log.ts'
import { published } from './outside-calls.ts'

const LIMIT_MS = 5_000

type Options = { verifyUrl: string; secret: string }

/** Whether a captcha was solved; hCaptcha and Turnstile have the same API. */
export function captchaVerifier({ verifyUrl, secret }: Options, log: Log) {
  return async (token: string, clientAddress: string): Promise<boolean> => {
    try {
      const { body } = await published('captcha', async () => {
        const answer = await fetch(verifyUrl, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: token, remoteip: clientAddress }),
          signal: AbortSignal.timeout(LIMIT_MS),
        })
        return { status: answer.status, body: await answer.text() }
      })
      const verdict = JSON.parse(body) as { success?: unknown }
      return verdict.success === true
    } catch (error) {
      log.warn({ err: error }, 'captcha check failed')
      return false
    }
  }
}
