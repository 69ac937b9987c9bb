import { Badge } from '@app/ui/badge.tsx'
import type { ComponentProps } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import type { ConnectionHealth } from './connection-health.ts'

type Look = { words: MessageKey; tone: NonNullable<ComponentProps<typeof Badge>['tone']> }

const LOOKS: Record<ConnectionHealth, Look> = {
  none: { words: 'github.connection.none', tone: 'plain' },
  healthy: { words: 'github.connection.healthy', tone: 'positive' },
  reconnect: { words: 'github.connection.reconnect', tone: 'danger' },
  'not-installed': { words: 'github.connection.notInstalled', tone: 'notice' },
  suspended: { words: 'github.connection.suspended', tone: 'danger' },
  limited: { words: 'github.connection.limited', tone: 'notice' },
  unreachable: { words: 'github.connection.unreachable', tone: 'notice' },
}

export function HealthBadge({ health }: { health: ConnectionHealth | null }) {
  const { t } = useTranslation()
  const look = health && LOOKS[health]

  return look ? (
    <Badge tone={look.tone}>{t(look.words)}</Badge>
  ) : (
    <Badge>{t('github.connection.unknown')}</Badge>
  )
}
