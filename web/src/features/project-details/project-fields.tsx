import { Select } from '@app/ui/select.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { PROJECT_STATUSES } from '#api/projects.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Complaints, ProjectDraft } from './project-draft.ts'
import { STATUS_WORDS } from './status-words.ts'

type Props = {
  draft: ProjectDraft
  onChange: (part: Partial<ProjectDraft>) => void
  complaints: Complaints
  /** Only an owner chooses the repository. */
  hasRepository: boolean
  disabled: boolean
}

export function ProjectFields({ draft, onChange, complaints, hasRepository, disabled }: Props) {
  const { t } = useTranslation()
  const complaint = (field: keyof ProjectDraft) => {
    const key = complaints[field]
    return key ? t(key) : null
  }

  return (
    <div className="grid gap-5">
      <TextField
        label={t('project.name')}
        value={draft.name}
        onChange={(event) => onChange({ name: event.target.value })}
        error={complaint('name')}
        maxLength={200}
        required
        disabled={disabled}
      />
      <TextArea
        label={t('project.descriptionField')}
        value={draft.description}
        onChange={(event) => onChange({ description: event.target.value })}
        maxLength={10_000}
        rows={3}
        disabled={disabled}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('project.startDate')}
          type="date"
          value={draft.startDate}
          onChange={(event) => onChange({ startDate: event.target.value })}
          disabled={disabled}
        />
        <TextField
          label={t('project.endDate')}
          type="date"
          value={draft.endDate}
          onChange={(event) => onChange({ endDate: event.target.value })}
          error={complaint('endDate')}
          disabled={disabled}
        />
      </div>
      <Select
        label={t('project.statusField')}
        options={PROJECT_STATUSES.map((value) => ({ value, label: t(STATUS_WORDS[value]) }))}
        value={draft.status}
        onChange={(status) => onChange({ status })}
        disabled={disabled}
      />
      {hasRepository && (
        <TextField
          label={t('project.repository')}
          hint={t('project.repositoryHint')}
          value={draft.repository}
          onChange={(event) => onChange({ repository: event.target.value })}
          error={complaint('repository')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={disabled}
        />
      )}
    </div>
  )
}
