import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import type { Column } from '@app/ui/table.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import type { ComponentProps } from 'react'
import { useOperationsRefresh } from '#api/admin/admin-operations.ts'
import { CodedError } from '#api/errors/coded-error.ts'
import { adminMessage } from '#features/admin/admin-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey, Translator } from '#i18n/messages.ts'

/** Errors that only this page can receive. */
const WORDS: Record<string, MessageKey> = {
  already_running: 'adminOperations.errors.alreadyRunning',
  billing_not_configured: 'adminOperations.overview.notConfiguredText',
  clone_refused: 'adminOperations.errors.cloneRefused',
  link_expired: 'adminOperations.mail.expired',
  not_found: 'admin.list.gone',
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

/** One action at a time. Its work returns the toast's text; the lists are reloaded, also after a failure. */
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

/** Unchanged JSON or a reason. It scrolls, so it must be reachable by keyboard. */
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

type Operation = ReturnType<typeof useOperation>

/** The only action of an admin on an opened row. */
export function RowAction(props: {
  operation: Operation
  text: string
  variant?: 'secondary' | 'danger'
  onClick: () => void
}) {
  return (
    <Button
      variant={props.variant ?? 'secondary'}
      size="sm"
      className="justify-self-start"
      isBusy={props.operation.running !== null}
      onClick={props.onClick}
    >
      {props.text}
    </Button>
  )
}

type Tried = { error: string | null; attempts: number }

/** Why the last try failed, and how many there were. */
export const attemptColumns = (t: Translator['t']): Column<Tried>[] => [
  {
    id: 'error',
    title: t('adminOperations.error'),
    isSecondary: true,
    cell: ({ error }) => <Clamped text={error} />,
  },
  {
    id: 'tries',
    title: t('adminOperations.tries'),
    isNumber: true,
    isSecondary: true,
    cell: ({ attempts }) => attempts,
  },
]

type Tone = NonNullable<ComponentProps<typeof Badge>['tone']>

/** The appearance of a row's state, in the list and the drawer. */
export type StateLooks<State extends string> = Record<State, { tone: Tone; text: MessageKey }>

export function StateBadge<State extends string>(props: {
  looks: StateLooks<State>
  state: State
}) {
  const { t } = useTranslation()
  const { tone, text } = props.looks[props.state]

  return <Badge tone={tone}>{t(text)}</Badge>
}

/** Shortened in a cell; complete in the drawer. */
export function Clamped({ text }: { text: string | null }) {
  return text && <span className="line-clamp-2 max-w-72 break-words text-ink-soft">{text}</span>
}
