import { Checkbox } from '@app/ui/checkbox.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import type { Form } from '@app/ui/use-form.ts'
import type { UninstallReason } from '#api/content/feedback.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { choiceWords } from './choice-words.ts'
import { DESCRIPTION_MAX_CHARACTERS, DESCRIPTION_ROWS } from './feedback.ts'
import { GROUP_WORDS, REASON_WORDS } from './uninstall.ts'
import { useUninstall } from './use-uninstall.ts'

export function UninstallForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const { reasons, form } = useUninstall(onDone)
  const groups = [...new Set(reasons.map(({ reason_group }) => reason_group))]

  return (
    <form {...form.props} className="grid gap-8">
      <fieldset disabled={form.isBusy} className="grid gap-8">
        <legend className="sr-only">{t('uninstall.lead')}</legend>
        <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {groups.map((group) => (
            <ReasonGroup
              key={group}
              group={group}
              form={form}
              reasons={reasons.filter(({ reason_group }) => reason_group === group)}
            />
          ))}
        </div>
        <TextArea
          {...form.field('description')}
          label={t('uninstall.text')}
          rows={DESCRIPTION_ROWS}
          maxLength={DESCRIPTION_MAX_CHARACTERS}
        />
      </fieldset>
      <FailureNotice failure={form.failure} />
      <div className="noscript:hidden">
        <SubmitButton form={form} busyText={t('common.sending')}>
          {t('uninstall.send')}
        </SubmitButton>
      </div>
    </form>
  )
}

type GroupProps = {
  group: string
  reasons: UninstallReason[]
  form: Pick<Form<{ reasons: string[] }>, 'option'>
}

function ReasonGroup({ group, reasons, form }: GroupProps) {
  const translator = useTranslation()
  const title = GROUP_WORDS[group]

  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold text-ink-soft">
        {title ? translator.t(title) : group}
      </legend>
      {reasons.map((reason) => (
        <Checkbox
          {...form.option('reasons', reason.code)}
          key={reason.code}
          label={choiceWords(translator, REASON_WORDS, reason)}
        />
      ))}
    </fieldset>
  )
}
