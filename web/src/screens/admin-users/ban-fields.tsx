import { banDurations } from '@app/contract/admin-users'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import type { Form } from '@app/ui/use-form.ts'
import type { BanDuration } from '#api/admin/admin-users.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey, Translator } from '#i18n/messages.ts'
import type { ActionDraft } from './user-action.ts'

const DURATION_WORDS: Record<BanDuration, MessageKey> = {
  '24h': 'admin.people.duration.day',
  '7d': 'admin.people.duration.week',
  '30d': 'admin.people.duration.month',
  until_lifted: 'admin.people.duration.untilLifted',
}

/** The server's limit. */
const REASON_MAX_CHARACTERS = 500

type Props = { form: Form<ActionDraft> }

export function BanFields({ form }: Props) {
  const { t } = useTranslation()

  return (
    <ChoiceGroup
      {...form.choice('duration')}
      label={t('admin.people.duration.label')}
      choices={banDurations.map((value) => ({ value, label: t(DURATION_WORDS[value]) }))}
    />
  )
}

/** Stored in the audit log. */
export function ReasonField({ form }: Props) {
  const { t } = useTranslation()

  return (
    <TextArea
      {...form.field('reason')}
      label={t('admin.people.reason')}
      hint={t('admin.people.reasonHint')}
      rows={2}
      maxLength={REASON_MAX_CHARACTERS}
      required
    />
  )
}

export const reasonErrors = (t: Translator['t'], { reason }: ActionDraft) => ({
  reason: reason.trim() === '' ? t('admin.people.reasonMissing') : null,
})
