import type { SignedInSession } from '@app/contract/account-replies'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { deviceName } from '#browser/device-name.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'

type Props = { session: SignedInSession; isBusy: boolean; onRevoke: () => void }

export function DeviceRow({ session, isBusy, onRevoke }: Props) {
  const { t } = useTranslation()
  const name = nameOf(t, session)

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {session.isCurrent && <Badge tone="positive">{t('settings.devices.current')}</Badge>}
          {session.kind === 'extension' && <Badge>{t('settings.devices.extension')}</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {t('settings.devices.lastUsed')} <TimeAgo at={session.lastUsedAt} />
          {session.ip && ` · ${session.ip}`}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="secondary"
          size="sm"
          isBusy={isBusy}
          onClick={onRevoke}
          aria-label={t('settings.devices.revokeOf', { device: name })}
        >
          {t('settings.devices.revoke')}
        </Button>
      )}
    </li>
  )
}

function nameOf(t: Translator['t'], { userAgent }: SignedInSession): string {
  const known = deviceName(userAgent)

  return known ? t('settings.devices.on', known) : t('settings.devices.unknown')
}
