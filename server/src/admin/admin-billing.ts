import type { ProviderMoney } from '@app/contract/admin-billing'
import type { Sql } from '@app/platform/db/database.ts'

/** The state of an invoice at the provider. */
export type InvoiceState = { totalCents: number; refundedCents: number }

/** A subscription that somebody unknown to us bought at the provider. */
export type FoundSubscription = {
  /**
   * Makes the account the subscription's owner. `known`: it already has an owner. `unknown_variant`: no plan of ours has its variant.
   * `gone`: its owner has deleted their account.
   */
  assign(sql: Sql, userId: string): Promise<'assigned' | 'known' | 'unknown_variant' | 'gone'>
}

type Price = { price: number; interval: string | null }

/** In whole currency units. `theirs` is null if the provider does not have the variant. */
export type PriceDifference = { ours: Price; theirs: Price | null }

/** Billing actions for admins. No call runs within a transaction, since each waits for the payment provider. */
export type AdminBilling = {
  /** The URL of a subscription's page for the store's owner. */
  pageOf(providerId: string): string
  /** Asks the provider about one subscription and its payments. `unknown_variant`: no plan of ours has its variant. */
  check(providerId: string): Promise<'changed' | 'same' | 'unknown_variant'>
  /** Compares all subscriptions and plans, in the background. */
  checkAll(sql: Sql): Promise<void>
  cancel(subscriptionId: string): Promise<void>
  resume(subscriptionId: string): Promise<void>
  /** null: the provider has no such subscription in our store. */
  find(providerId: string): Promise<FoundSubscription | null>
  /** Runs work about one payment sequentially across all servers. */
  oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Fetches an invoice and stores the answer. null: the provider does not have it. */
  invoice(providerId: string): Promise<InvoiceState | null>
  /** Not retried. `unknown`: the answer was lost, so the invoice has to be looked up. */
  refund(providerId: string, cents: number): Promise<'done' | 'refused' | 'unknown'>
  /** null: the provider has no such variant, or it has no price. */
  priceOf(variantId: string): Promise<ProviderMoney | null>
  /** Corrects the last comparison of all plans, which other pages show. null: they no longer differ. */
  keepDifference(sql: Sql, planId: string, difference: PriceDifference | null): Promise<void>
}
