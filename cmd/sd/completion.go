package main

import (
	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

// complete registers the values that shells offer for a flag. It panics if the flag does not exist.
func complete[T ~string](c *cobra.Command, flag string, words ...T) {
	must(c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(texts(words), cobra.ShellCompDirectiveNoFileComp)))
}

// completeFile makes shells offer file names for a flag.
func completeFile(c *cobra.Command, flag string) {
	must(c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// completeFirst makes shells offer these words for the first argument.
func completeFirst[T ~string](words ...T) cobra.CompletionFunc {
	return func(_ *cobra.Command, given []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(given) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return texts(words), cobra.ShellCompDirectiveNoFileComp
	}
}

func texts[T ~string](words []T) (list []string) {
	for _, w := range words {
		list = append(list, string(w))
	}
	return list
}

func profiles() []client.CreateIngestionRequestMediaProfile {
	return []client.CreateIngestionRequestMediaProfile{client.CreateIngestionRequestMediaProfileNone,
		client.CreateIngestionRequestMediaProfileAnalysis, client.CreateIngestionRequestMediaProfileFull}
}

func intervals() []client.CreateWatchRequestEvery {
	return []client.CreateWatchRequestEvery{client.CreateWatchRequestEveryN1H, client.CreateWatchRequestEveryN6H,
		client.CreateWatchRequestEveryN12H, client.CreateWatchRequestEveryN1D, client.CreateWatchRequestEveryN7D}
}

func searchable() []client.SearchParamsPlatform {
	return []client.SearchParamsPlatform{client.SearchParamsPlatformVideoSite, client.SearchParamsPlatformClipSite, client.SearchParamsPlatformPhotoSite,
		client.SearchParamsPlatformAdLibrary}
}

func collections() []client.ListItemsParamsCollection {
	return []client.ListItemsParamsCollection{client.Videos, client.Shorts, client.Streams, client.Posts, client.Reels}
}

func sorts() []client.ListItemsParamsSort {
	return []client.ListItemsParamsSort{client.ListItemsParamsSortLatest, client.ListItemsParamsSortPopular,
		client.ListItemsParamsSortImpressions, client.ListItemsParamsSortRelevance}
}

func importStates() []client.ListIngestionsParamsState {
	return []client.ListIngestionsParamsState{client.ListIngestionsParamsStateAccepted, client.ListIngestionsParamsStateQueued, client.ListIngestionsParamsStateRunning,
		client.ListIngestionsParamsStateRetryWait, client.ListIngestionsParamsStateSucceeded, client.ListIngestionsParamsStateFailed, client.ListIngestionsParamsStateCancelled}
}

func ranges() []client.GetUsageParamsRange {
	return []client.GetUsageParamsRange{client.GetUsageParamsRangeN6H, client.GetUsageParamsRangeN24H, client.GetUsageParamsRangeN7D, client.GetUsageParamsRangeN30D}
}

func eventTypes() []client.ListEventsParamsType {
	return []client.ListEventsParamsType{client.ListEventsParamsTypeImportSucceeded, client.ListEventsParamsTypeImportFailed,
		client.ListEventsParamsTypeImportCancelled, client.ListEventsParamsTypeImportsRetried, client.ListEventsParamsTypeReferenceUpdated, client.ListEventsParamsTypeReferenceDeleted,
		client.ListEventsParamsTypeReferenceMediaExpired, client.ListEventsParamsTypeWatchFound, client.ListEventsParamsTypeWatchChanged,
		client.ListEventsParamsTypeWatchGone, client.ListEventsParamsTypeWatchEnded, client.ListEventsParamsTypeWatchReturned, client.ListEventsParamsTypeWatchThreshold, client.ListEventsParamsTypeWatchFailing, client.ListEventsParamsTypeExportSucceeded, client.ListEventsParamsTypeExportFailed, client.ListEventsParamsTypeCreditsLow,
		client.ListEventsParamsTypeKeyBudget, client.ListEventsParamsTypeWebhookTest}
}
