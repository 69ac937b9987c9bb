import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Select } from '@app/ui/select.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { type FieldErrors, useForm } from '@app/ui/use-form.ts'
import type { FeedbackChoice } from '#api/admin/admin-feedback-lists.ts'
import { adminMessage } from '#features/admin/admin-message.ts'
import { hasOwnWords } from '#features/feedback/triage-words.ts'
import { GROUP_WORDS } from '#features/feedback/uninstall.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import type { ListChanges } from './use-list-changes.ts'

type Props = {
  /** null for a new value. */
  choice: FeedbackChoice | null
  list: FeedbackChoice['list']
  /** The position of a new value. */
  place: number
  changes: ListChanges
  onDone: () => void
}

type Draft = { code: string; group: string; name_en: string; name_es: string }

/** The tables would refuse more. */
const NAME_MAX = 100
const CODE_MAX = 50
const CODE = /^[a-z][a-z0-9_]*$/
const DUPLICATE = '23505'

export function ChoiceForm(props: Props) {
  const { t } = useTranslation()
  if (props.choice && hasOwnWords(props.choice)) {
    return <Notice tone="plain">{t('admin.feedback.lists.ours')}</Notice>
  }
  return <Fields {...props} />
}

function Fields({ choice, list, place, changes, onDone }: Props) {
  const { t } = useTranslation()
  const form = useForm<Draft>({
    initial: {
      code: choice?.code ?? '',
      group: choice?.reason_group ?? 'other',
      name_en: choice?.name_en ?? '',
      name_es: choice?.name_es ?? '',
    },
    check: (draft) => complaints(t, draft),
    save: async (draft, { clear }) => {
      const names = { name_en: draft.name_en.trim(), name_es: draft.name_es.trim() }
      const reason_group = list === 'feedback_reasons' ? draft.group : null
      await (choice
        ? changes.rename(choice, names)
        : changes.add({ list, code: draft.code.trim(), reason_group, sort_order: place, ...names }))
      clear()
      onDone()
    },
    explain: (error) =>
      (Object(error) as { code?: unknown }).code === DUPLICATE
        ? { fields: { code: t('admin.feedback.lists.codeTaken') } }
        : { text: adminMessage(t, error) },
    marksUnsaved: true,
  })

  return (
    <form {...form.props} className="grid gap-5">
      {!choice && (
        <TextField
          label={t('admin.feedback.lists.code')}
          hint={t('admin.feedback.lists.codeHint')}
          maxLength={CODE_MAX}
          autoCapitalize="none"
          {...form.field('code')}
        />
      )}
      {!choice && list === 'feedback_reasons' && (
        <Select
          label={t('admin.feedback.lists.group')}
          options={Object.entries(GROUP_WORDS).map(([value, words]) => ({
            value,
            label: words ? t(words) : value,
          }))}
          {...form.choice('group')}
        />
      )}
      <TextField
        label={t('admin.feedback.lists.nameEn')}
        maxLength={NAME_MAX}
        lang="en"
        {...form.field('name_en')}
      />
      <TextField
        label={t('admin.feedback.lists.nameEs')}
        maxLength={NAME_MAX}
        lang="es"
        {...form.field('name_es')}
      />
      <FailureNotice failure={form.failure} />
      <FormActions>
        <SubmitButton form={form} size="sm" disabled={!form.isDirty}>
          {t('admin.feedback.lists.save')}
        </SubmitButton>
      </FormActions>
    </form>
  )
}

function complaints(t: Translator['t'], draft: Draft): FieldErrors<Draft> {
  const named = (name: string) => (name.trim() ? null : t('admin.feedback.lists.nameMissing'))

  return {
    code: CODE.test(draft.code.trim()) ? null : t('admin.feedback.lists.codeWrong'),
    name_en: named(draft.name_en),
    name_es: named(draft.name_es),
  }
}
