export declare const pageSources: readonly string[];
