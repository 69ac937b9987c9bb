import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { Switch } from '@app/ui/switch.tsx'
import type { ReactNode } from 'react'
import { type OwnProfile, useSwitchProfile } from '#api/profile.ts'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = {
  profile: OwnProfile
  isPro: boolean
  /** Link to the plans, for members without Pro. */
  way: ReactNode
}

/** The database decides: without Pro it refuses the change, whatever the page shows. */
export function EarlyAccessCard({ profile, isPro, way }: Props) {
  const { t } = useTranslation()
  const switching = useSwitchProfile()

  return (
    <Card title={t('settings.preferences.title')} lead={t('settings.preferences.lead')}>
      <div className="grid gap-4">
        <Switch
          label={t('settings.preferences.switch')}
          hint={isPro ? t('settings.preferences.hint') : t('settings.preferences.proOnly')}
          isOn={isPro && profile.early_access}
          disabled={!isPro}
          onChange={(early_access) => switching.mutate({ early_access })}
        />
        {!isPro && <div>{way}</div>}
        {switching.error && (
          <FailureNotice
            failure={{
              title: t('settings.saveFailed'),
              text: userMessage(t, switching.error, 'errors.tryAgain'),
            }}
          />
        )}
      </div>
    </Card>
  )
}
