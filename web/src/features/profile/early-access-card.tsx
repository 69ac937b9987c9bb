import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { Switch } from '@app/ui/switch.tsx'
import type { ReactNode } from 'react'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type OwnProfile, useProfileSwitch } from './queries.ts'

type Props = {
  profile: OwnProfile
  isPro: boolean
  /** For whoever lacks Pro: the way to it. */
  way: ReactNode
}

/** The database has the last word: without Pro it refuses the switch, whatever a page shows. */
export function EarlyAccessCard({ profile, isPro, way }: Props) {
  const { t } = useTranslation()
  const switching = useProfileSwitch()

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
