import { Card } from '@app/ui/card.tsx'
import { SavingSwitch } from '@app/ui/saving-switch.tsx'
import type { ReactNode } from 'react'
import { type OwnProfile, useSwitchProfile } from '#api/profile.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useSwitchTexts } from './use-switch-texts.ts'

type Props = {
  profile: OwnProfile
  isPro: boolean
  /** Link to the plans, for members without Pro. */
  way: ReactNode
}

/** The database decides: without Pro it refuses the change, whatever the page shows. */
export function EarlyAccessCard({ profile, isPro, way }: Props) {
  const { t } = useTranslation()
  const { mutateAsync: switchProfile } = useSwitchProfile()
  const saving = useSwitchTexts()

  return (
    <Card title={t('settings.preferences.title')} lead={t('settings.preferences.lead')}>
      <div className="grid gap-4">
        <SavingSwitch
          {...saving}
          label={t('settings.preferences.switch')}
          hint={isPro ? t('settings.preferences.hint') : t('settings.preferences.proOnly')}
          isOn={isPro && profile.early_access}
          disabled={!isPro}
          save={(early_access) => switchProfile({ early_access })}
        />
        {!isPro && <div>{way}</div>}
      </div>
    </Card>
  )
}
