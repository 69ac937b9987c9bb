import { Card } from '@app/ui/card.tsx'
import { SavingSwitch } from '@app/ui/saving-switch.tsx'
import type { ReactNode } from 'react'
import { type OwnProfile, useSwitchProfile } from '#api/account/profile.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useSwitchTexts } from './use-switch-texts.ts'

type Props = {
  profile: OwnProfile
  /** Null while unknown: then the feature is shown neither locked nor open. */
  isPro: boolean | null
  /** Shown to members without Pro. */
  lock: ReactNode
}

/** The database enforces this: without Pro it refuses the change. */
export function EarlyAccessCard({ profile, isPro, lock }: Props) {
  const { t } = useTranslation()
  const { mutateAsync: switchProfile } = useSwitchProfile()
  const saving = useSwitchTexts()

  return (
    <Card title={t('settings.preferences.title')} lead={t('settings.preferences.lead')}>
      {isPro === false ? (
        lock
      ) : (
        <SavingSwitch
          {...saving}
          label={t('settings.preferences.switch')}
          hint={t('settings.preferences.hint')}
          isOn={profile.early_access}
          disabled={!isPro}
          save={(early_access) => switchProfile({ early_access })}
        />
      )}
    </Card>
  )
}
