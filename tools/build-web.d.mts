export declare const built: string;
export declare const pageSources: readonly string[];
export declare function isBuilt(): boolean;
