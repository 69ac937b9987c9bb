import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { Select } from '@app/ui/select.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useEffect, useState } from 'react'
import { type Choice, loadCategories } from '#api/content/feedback.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { choiceWords } from './choice-words.ts'
import {
  CATEGORIES,
  CATEGORY_WORDS,
  DESCRIPTION_MAX_CHARACTERS,
  DESCRIPTION_ROWS,
  missingIn,
  PRIORITIES,
  PRIORITY_WORDS,
  TITLE_MAX_CHARACTERS,
} from './feedback.ts'
import type { Feedback } from './use-feedback.ts'

export function FeedbackForm({ form }: { form: Feedback }) {
  const { t } = useTranslation()
  const categories = useCategories()

  return (
    <form {...form.props} className="grid gap-5">
      <ChoiceGroup
        {...form.choice('category')}
        label={t('feedback.category')}
        choices={categories}
      />
      {form.draft.category === 'bug' && (
        <Select
          {...form.choice('priority')}
          label={t('feedback.priority')}
          options={PRIORITIES.map((value) => ({ value, label: t(PRIORITY_WORDS[value]) }))}
        />
      )}
      <TextField
        {...form.field('title')}
        label={t('feedback.titleField')}
        maxLength={TITLE_MAX_CHARACTERS}
      />
      <TextArea
        {...form.field('description')}
        label={t('feedback.descriptionField')}
        rows={DESCRIPTION_ROWS}
        maxLength={DESCRIPTION_MAX_CHARACTERS}
        required
      />
      <FailureNotice failure={form.failure} />
      <FormActions>
        <SubmitButton
          form={form}
          disabled={missingIn(form.draft) !== null}
          busyText={t('common.sending')}
        >
          {t('feedback.send')}
        </SubmitButton>
      </FormActions>
    </form>
  )
}

const KNOWN = CATEGORIES.map((code) => ({ code, name_en: null }))

/** Shows the known categories immediately, then those of the table. */
function useCategories(): { value: string; label: string }[] {
  const translator = useTranslation()
  const [categories, setCategories] = useState<Choice[]>(KNOWN)

  useEffect(() => {
    // Without an answer, the known ones stay.
    loadCategories().then(setCategories, () => {})
  }, [])

  return categories.map((category) => ({
    value: category.code,
    label: choiceWords(translator, CATEGORY_WORDS, category),
  }))
}
