type Told = { store_id: string; test_mode: boolean }

/** One account may have several stores, and each has a test mode. Only ours count. */
export const isOurs = (
  { storeId, isTest }: { storeId: string; isTest: boolean },
  { store_id, test_mode }: Told,
): boolean => store_id === storeId && test_mode === isTest
