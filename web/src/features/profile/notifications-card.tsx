import { Card } from '@app/ui/card.tsx'
import { SavingSwitch } from '@app/ui/saving-switch.tsx'
import { type OwnProfile, useSwitchProfile } from '#api/account/profile.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { useSwitchTexts } from './use-switch-texts.ts'

type Choice = {
  column: 'notify_team' | 'notify_sync_trouble' | 'notify_billing'
  label: MessageKey
  hint: MessageKey
}

const CHOICES: Choice[] = [
  {
    column: 'notify_team',
    label: 'settings.notifications.team',
    hint: 'settings.notifications.teamHint',
  },
  {
    column: 'notify_sync_trouble',
    label: 'settings.notifications.sync',
    hint: 'settings.notifications.syncHint',
  },
  {
    column: 'notify_billing',
    label: 'settings.notifications.billing',
    hint: 'settings.notifications.billingHint',
  },
]

/** The server checks these settings before sending a mail. */
export function NotificationsCard({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation()
  const { mutateAsync: switchProfile } = useSwitchProfile()
  const saving = useSwitchTexts()

  return (
    <Card title={t('settings.notifications.title')} lead={t('settings.notifications.lead')}>
      <div className="grid gap-5">
        {CHOICES.map(({ column, label, hint }) => (
          <SavingSwitch
            {...saving}
            key={column}
            label={t(label)}
            hint={t(hint)}
            isOn={profile[column]}
            save={(isOn) => switchProfile({ [column]: isOn })}
          />
        ))}
      </div>
    </Card>
  )
}
