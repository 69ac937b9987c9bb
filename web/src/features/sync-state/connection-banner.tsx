import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

/** Why GitHub cannot be queried about any repository. */
type Trouble = 'none' | 'reconnect' | 'not-installed' | 'suspended' | 'limited' | 'unreachable'

type Props = {
  /** The connection's health; null while loading. */
  health: Trouble | 'healthy' | null
  /** When the used-up rate limit resets. */
  resetsAt: Date | null
  isBusy: boolean
  onConnect: () => void
  onInstall: () => void
  onRetry: () => void
}

const WORDS: Record<Trouble, { text: MessageKey; action: MessageKey }> = {
  none: { text: 'sync.banner.none', action: 'github.connection.connect' },
  reconnect: { text: 'sync.banner.reconnect', action: 'github.connection.connectAgain' },
  'not-installed': { text: 'sync.banner.notInstalled', action: 'github.connection.install' },
  suspended: { text: 'sync.banner.suspended', action: 'sync.banner.retry' },
  limited: { text: 'sync.banner.limited', action: 'sync.banner.retry' },
  unreachable: { text: 'sync.banner.unreachable', action: 'sync.banner.retry' },
}

/** Shows once, above a list, what every row would otherwise repeat. */
export function ConnectionBanner(props: Props) {
  const { t, date } = useTranslation()
  const { health, resetsAt, isBusy, onConnect, onInstall, onRetry } = props
  if (health === null || health === 'healthy') return null

  const { text, action } = WORDS[health]
  const act = { none: onConnect, reconnect: onConnect, 'not-installed': onInstall }
  return (
    <Notice tone="plain">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>{t(text, { time: resetsAt ? date(resetsAt, { timeStyle: 'short' }) : '' })}</p>
        <Button
          size="sm"
          variant={health in act ? 'primary' : 'secondary'}
          isBusy={isBusy}
          onClick={health in act ? act[health as keyof typeof act] : onRetry}
        >
          {t(action)}
        </Button>
      </div>
    </Notice>
  )
}
