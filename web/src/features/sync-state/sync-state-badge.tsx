import type { SyncState } from '@app/contract/sync-state'
import { Badge } from '@app/ui/badge.tsx'
import {
  AheadIcon,
  CheckIcon,
  ClockIcon,
  CloseIcon,
  UnpluggedIcon,
  WarningIcon,
} from '@app/ui/icons.tsx'
import type { ComponentProps, ComponentType } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { type CheckResult, type ShownState, shownState } from './shown-state.ts'
import { useCheckWords } from './use-check-words.ts'

type Look = {
  words: MessageKey
  tone: NonNullable<ComponentProps<typeof Badge>['tone']>
  Icon: ComponentType<{ className?: string }>
}

const LOOKS: Record<ShownState, Look> = {
  in_sync: { words: 'sync.state.inSync', tone: 'positive', Icon: CheckIcon },
  github_ahead: { words: 'sync.state.ahead', tone: 'notice', Icon: AheadIcon },
  push_failed: { words: 'sync.state.failed', tone: 'danger', Icon: WarningIcon },
  not_connected: { words: 'sync.state.notConnected', tone: 'plain', Icon: UnpluggedIcon },
  checking: { words: 'sync.state.checking', tone: 'plain', Icon: ClockIcon },
  never_pushed: { words: 'sync.state.neverPushed', tone: 'plain', Icon: ClockIcon },
  not_found: { words: 'sync.state.notFound', tone: 'danger', Icon: CloseIcon },
  app_missing: { words: 'sync.state.appMissing', tone: 'notice', Icon: UnpluggedIcon },
}

type Props = {
  /** Null while it is loading. */
  state: SyncState | null
  /** Null while loading from GitHub; omitted if not loaded. */
  check?: CheckResult | null
  /** Null while it is loading from GitHub. */
  isAppMissing?: boolean | null
}

/** Whether a project and its repository are in sync. The repository check's text is its title. */
export function SyncStateBadge({ state, check, isAppMissing = false }: Props) {
  const words = useCheckWords(check ?? null)

  return (
    <StateBadge
      shown={shownState({ state, check, isAppMissing })}
      aheadBy={state?.ahead_by ?? 0}
      title={words}
      indicator={check?.statusIndicator}
    />
  )
}

type BadgeProps = {
  shown: ShownState
  aheadBy: number
  title?: string | null
  indicator?: CheckResult['statusIndicator'] | undefined
}

/** A state that is decided already. */
export function StateBadge({ shown, aheadBy, title, indicator }: BadgeProps) {
  const { t } = useTranslation()
  const { words, tone, Icon } = LOOKS[shown]

  return (
    <span
      title={title ?? undefined}
      data-sync-state={shown}
      data-status={indicator}
      className="inline-flex"
    >
      <Badge tone={tone}>
        <Icon className="size-3.5" />
        {t(words, { count: aheadBy })}
      </Badge>
    </span>
  )
}
