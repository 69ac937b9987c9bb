import {
  type AdminPlan,
  isNameFor,
  PLAN_DESCRIPTION_MAX,
  PLAN_NAME_MAX,
} from '@app/contract/admin-billing'
import { SEEDED_DESCRIPTIONS } from '@app/contract/public-content'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useForm } from '@app/ui/use-form.ts'
import { savePlan, useRefreshBilling } from '#api/admin/admin-billing.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { AdminFormDialog } from '#features/admin/admin-form-dialog.tsx'
import { useProof } from '#features/admin/use-proof.tsx'
import { FEATURE_CODES, featureWords, isSeeded } from '#features/billing/plan-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'

type Draft = {
  name: string
  description: string
  known: string[]
  /** Features without a text of ours, one per line. */
  more: string
  sortOrder: string
  isOnSale: boolean
  variantId: string
}

type Props = { plan: AdminPlan | null; onClose: () => void }

/** A new or changed plan. Price, currency and interval come from its variant. */
export function PlanDialog({ plan, onClose }: Props) {
  const { t } = useTranslation()
  const { form, failure, dialog } = usePlanForm(plan, onClose)
  const isVariantFixed = plan !== null && (plan.isFree || plan.subscriberCount > 0)

  return (
    <AdminFormDialog
      form={form}
      title={t(plan ? 'admin.billing.plans.editTitle' : 'admin.billing.plans.add')}
      lead={t('admin.billing.plans.dialogLead')}
      onClose={onClose}
      submitText={t('admin.billing.plans.save')}
      proof={dialog}
    >
      <TextField
        {...form.field('name')}
        label={t('admin.billing.plans.name')}
        hint={t('admin.billing.plans.nameHint')}
        maxLength={PLAN_NAME_MAX}
      />
      <TextField
        {...form.field('description')}
        label={t('admin.billing.plans.description')}
        hint={descriptionHint(t, form.draft)}
        maxLength={PLAN_DESCRIPTION_MAX}
      />
      {!plan?.isFree && (
        <TextField
          {...form.field('variantId')}
          label={t('admin.billing.plans.variant')}
          hint={t(
            isVariantFixed ? 'admin.billing.plans.variantFixed' : 'admin.billing.plans.variantHint',
          )}
          inputMode="numeric"
          autoComplete="off"
          disabled={isVariantFixed || form.isLocked}
        />
      )}
      <fieldset>
        <legend className="text-sm font-medium">{t('admin.billing.plans.features')}</legend>
        <div className="grid sm:grid-cols-2">
          {FEATURE_CODES.map((code) => (
            <Checkbox
              key={code}
              label={featureWords(t, code).name}
              {...form.option('known', code)}
            />
          ))}
        </div>
      </fieldset>
      <TextArea
        {...form.field('more')}
        label={t('admin.billing.plans.more')}
        hint={t('admin.billing.plans.moreHint')}
      />
      <TextField
        {...form.field('sortOrder')}
        label={t('admin.billing.plans.order')}
        hint={t('admin.billing.plans.orderHint')}
        inputMode="numeric"
        autoComplete="off"
      />
      {!plan?.isFree && (
        <Checkbox
          {...form.checkbox('isOnSale')}
          label={t('admin.billing.plans.onSale')}
          hint={t('admin.billing.plans.onSaleHint')}
        />
      )}
      {failure && <AdminFailure error={failure.error} />}
    </AdminFormDialog>
  )
}

function usePlanForm(plan: AdminPlan | null, onClose: () => void) {
  const { t } = useTranslation()
  const { prove, dialog } = useProof()
  const refresh = useRefreshBilling()
  const action = useAction<'submit'>()
  const form = useForm<Draft>({
    initial: draftOf(plan),
    check: (draft) => complaints(t, draft, plan),
    save: async (draft) => {
      const seen = plan && { plan: { id: plan.id, updatedAt: plan.updatedAt } }
      try {
        await prove((nonce) => savePlan({ ...seen, ...fieldsOf(draft), nonce }))
      } finally {
        await refresh()
      }
      toasts.show({
        title: t('admin.billing.plans.saved', { plan: draft.name.trim() }),
        tone: 'positive',
        subject: 'plan',
      })
      onClose()
    },
    action,
  })

  return { form, failure: action.failure, dialog }
}

/** Which texts the public pages show. */
function descriptionHint(t: Translator['t'], { name, description }: Draft): string {
  const seeded = SEEDED_DESCRIPTIONS[name.trim()]
  if (isSeeded(name.trim(), description.trim())) return t('admin.billing.plans.wordsOurs')

  return seeded
    ? t('admin.billing.plans.wordsYoursSeeded', { words: seeded })
    : t('admin.billing.plans.wordsYours')
}

const isKnown = (code: string) => FEATURE_CODES.includes(code)

function draftOf(plan: AdminPlan | null): Draft {
  return {
    name: plan?.name ?? '',
    description: plan?.description ?? '',
    known: plan?.features.filter(isKnown) ?? [],
    more: plan?.features.filter((one) => !isKnown(one)).join('\n') ?? '',
    sortOrder: String(plan?.sortOrder ?? 10),
    isOnSale: plan?.isOnSale ?? false,
    variantId: plan?.variantId ?? '',
  }
}

const fieldsOf = ({ name, description, known, more, sortOrder, isOnSale, variantId }: Draft) => ({
  name: name.trim(),
  description: description.trim() || null,
  features: [...known, ...more.split('\n').flatMap((line) => line.trim() || [])],
  sortOrder: Number(sortOrder),
  isOnSale,
  variantId: variantId.trim() || null,
})

function complaints(t: Translator['t'], draft: Draft, plan: AdminPlan | null) {
  const { name, sortOrder, variantId } = fieldsOf(draft)
  const isSameVariant = plan !== null && plan.variantId === variantId
  const isNameWrong = isSameVariant && !isNameFor(name, plan.interval)

  return {
    name:
      name === ''
        ? t('admin.billing.plans.nameMissing')
        : isNameWrong
          ? t('admin.billing.plans.nameHint')
          : null,
    sortOrder:
      Number.isInteger(sortOrder) && sortOrder >= 0 && sortOrder <= 10_000
        ? null
        : t('admin.billing.plans.orderWrong'),
    variantId: isVariantWrong(plan, variantId) ? t('admin.billing.plans.variantWrong') : null,
  }
}

const isVariantWrong = (plan: AdminPlan | null, variantId: string | null) =>
  variantId === null ? plan === null : !/^\d{1,18}$/.test(variantId)
