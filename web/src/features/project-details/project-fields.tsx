import { Select } from '@app/ui/select.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import type { Form } from '@app/ui/use-form.ts'
import { PROJECT_STATUSES } from '#api/projects.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { ProjectDraft } from './project-draft.ts'
import { STATUS_WORDS } from './status-words.ts'

type Props = {
  form: Form<ProjectDraft>
  /** Only an owner chooses the repository. */
  hasRepository: boolean
}

export function ProjectFields({ form, hasRepository }: Props) {
  const { t } = useTranslation()

  return (
    <div className="grid gap-5">
      <TextField {...form.field('name')} label={t('project.name')} maxLength={200} required />
      <TextArea
        {...form.field('description')}
        label={t('project.descriptionField')}
        maxLength={10_000}
        rows={3}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...form.field('startDate')} label={t('project.startDate')} type="date" />
        <TextField {...form.field('endDate')} label={t('project.endDate')} type="date" />
      </div>
      <Select
        {...form.choice('status')}
        label={t('project.statusField')}
        options={PROJECT_STATUSES.map((value) => ({ value, label: t(STATUS_WORDS[value]) }))}
      />
      {hasRepository && (
        <TextField
          {...form.field('repository')}
          label={t('project.repository')}
          hint={t('project.repositoryHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </div>
  )
}
