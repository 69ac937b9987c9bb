import { Notice } from '@app/ui/notice.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useOperationsRefresh } from '#api/admin/admin-operations.ts'
import { CodedError } from '#api/errors/coded-error.ts'
import { adminMessage } from '#features/admin/admin-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey, Translator } from '#i18n/messages.ts'

/** Of the answers that only this page gets. */
const WORDS: Record<string, MessageKey> = {
  already_running: 'adminOperations.errors.alreadyRunning',
  billing_not_configured: 'adminOperations.overview.notConfiguredText',
  clone_refused: 'adminOperations.errors.cloneRefused',
  link_expired: 'adminOperations.mail.expired',
  not_found: 'admin.list.gone',
  GITHUB_UNAVAILABLE: 'adminOperations.errors.githubAway',
  NO_ACCESS_TOKEN: 'adminOperations.errors.notConnected',
  NO_GITHUB_APP: 'adminOperations.errors.notConnected',
  TOKEN_EXPIRED_NO_REFRESH: 'adminOperations.errors.notConnected',
  TOKEN_RENEWAL_FAILED: 'adminOperations.errors.notConnected',
}

export function failureWords(t: Translator['t'], error: unknown): string {
  const known = error instanceof CodedError ? WORDS[error.code] : undefined

  return known ? t(known) : adminMessage(t, error)
}

type Work = () => Promise<string | null>

/** One action at a time. Its work answers what the toast says; the lists are read again, also after a failure. */
export function useOperation() {
  const { t } = useTranslation()
  const refresh = useOperationsRefresh()
  const action = useAction<string>()

  return {
    running: action.running,
    run: (name: string, work: Work) =>
      action.run(name, async () => {
        try {
          const title = await work()
          if (title) toasts.show({ subject: 'admin-sync', title, tone: 'positive' })
        } finally {
          await refresh()
        }
      }),
    failure: action.failure && (
      <Notice tone="danger">{failureWords(t, action.failure.error)}</Notice>
    ),
  }
}

/** JSON or a reason, as it is. It scrolls, so the keyboard must reach it. */
export function CodeBlock({ title, text }: { title: string; text: string }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-medium">{title}</h3>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <pre
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-md border border-line bg-sunken p-4 font-mono text-xs whitespace-pre-wrap break-words"
      >
        {text}
      </pre>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
    </section>
  )
}

/** Shortened in a cell; the drawer has all of it. */
export function Clamped({ text }: { text: string | null }) {
  return text && <span className="line-clamp-2 max-w-72 break-words text-ink-soft">{text}</span>
}
