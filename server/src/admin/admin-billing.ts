import type { ProviderMoney } from '@app/contract/admin-billing'
import type { Sql } from '@app/platform/db/database.ts'

/** Of an invoice at the provider. */
export type InvoiceState = { totalCents: number; refundedCents: number }

/** Bought at the provider by somebody we do not know yet. */
export type FoundSubscription = {
  /**
   * Makes the account its owner. `known`: it has one by now. `unknown_variant`: no plan of ours has its variant. `gone`:
   * its owner has left.
   */
  assign(sql: Sql, userId: string): Promise<'assigned' | 'known' | 'unknown_variant' | 'gone'>
}

type Price = { price: number; interval: string | null }

/** In whole currency units. `theirs` is null where the provider does not have the variant. */
export type PriceDifference = { ours: Price; theirs: Price | null }

/** What admins let billing do. No call is made within a transaction, since each waits for the payment provider. */
export type AdminBilling = {
  /** The address of a subscription's page for the owner of the store. */
  pageOf(providerId: string): string
  /** Asks the provider about one subscription and its payments. `unknown_variant`: no plan of ours has its variant. */
  check(providerId: string): Promise<'changed' | 'same' | 'unknown_variant'>
  /** Compares everything, in the background. */
  checkAll(sql: Sql): Promise<void>
  cancel(subscriptionId: string): Promise<void>
  resume(subscriptionId: string): Promise<void>
  /** null: the provider has no such subscription in our store. */
  find(providerId: string): Promise<FoundSubscription | null>
  /** Work about one payment, sequentially on all servers. */
  oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Asks about an invoice and books the answer. null: the provider does not have it. */
  invoice(providerId: string): Promise<InvoiceState | null>
  /** Asked once. `unknown`: the answer was lost, so the invoice has to be looked up. */
  refund(providerId: string, cents: number): Promise<'done' | 'refused' | 'unknown'>
  /** null: the provider has no such variant, or it has no price. */
  priceOf(variantId: string): Promise<ProviderMoney | null>
  /** Corrects the last comparison of all plans, which other pages tell of. null: they no longer differ. */
  keepDifference(sql: Sql, planId: string, difference: PriceDifference | null): Promise<void>
}
