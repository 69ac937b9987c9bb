import { Checkbox } from '@app/ui/checkbox.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { type Form, useForm } from '@app/ui/use-form.ts'
import { useEffect, useState } from 'react'
import type { UninstallReason } from '#api/content/feedback.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { useSession } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { choiceWords } from './choice-words.ts'
import { DESCRIPTION_MAX_CHARACTERS, DESCRIPTION_ROWS } from './feedback.ts'
import { GROUP_WORDS, REASON_WORDS, REASONS, usageIn } from './uninstall.ts'

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

/** Loaded on use, because most visitors only read the page. */
const feedbackApi = () => import('#api/content/feedback.ts')

const EMPTY = { reasons: [] as string[], description: '' }

class NothingSaid extends Error {}

function useUninstall(onDone: () => void) {
  const { t } = useTranslation()
  const session = useSession()
  const [reasons, setReasons] = useState(REASONS)

  useEffect(() => {
    // Without an answer the known reasons are shown.
    feedbackApi()
      .then(({ loadReasons }) => loadReasons())
      .then(setReasons, () => {})
  }, [])

  const form = useForm({
    initial: EMPTY,
    save: async (draft) => {
      const description = draft.description.trim()
      if (draft.reasons.length === 0 && description === '') throw new NothingSaid()

      const { sendUninstall } = await feedbackApi()
      const userId = session.status === 'member' ? session.id : null
      const usage = usageIn(location.search)
      await sendUninstall({ reasons: draft.reasons, description, usage, userId })
      onDone()
    },
    explain: (error) => ({
      text:
        error instanceof NothingSaid
          ? t('uninstall.nothingSaid')
          : userMessage(t, error, 'feedback.failed'),
    }),
  })

  return { reasons, form }
}
