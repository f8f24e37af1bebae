package operations

import (
	"cmp"
	"context"

	"socialdata/internal/apierror"
	"socialdata/models/boards"
	"socialdata/models/references"
)

// OnBoard limits a list of references to one board.
type OnBoard struct {
	Board string `query:"board" minLength:"1" maxLength:"64" doc:"Id of a board: its references, in its order unless sort is given. Other parameters narrow a smart board further; one that its filter has already must be the same"`
}

// Listed returns the listing of references that match a filter, limited to a board if one is named.
func (s *Service) Listed(ctx context.Context, workspaceID string, on OnBoard, in ReferenceFilter, l references.Listing) (references.Listing, error) {
	if on.Board == "" {
		l.Filter = s.Narrowed(in)
		return l, nil
	}
	b, err := s.Store.Boards.Find(ctx, workspaceID, on.Board)
	if err != nil {
		return l, err
	}
	return s.ListedOn(b, in, l)
}

// ListedOn returns the list of the references on a board that match a filter.
func (s *Service) ListedOn(b *boards.Board, in ReferenceFilter, l references.Listing) (references.Listing, error) {
	if own := FilterOf(b); own != nil {
		var err error
		if in, err = own.and(in); err != nil {
			return l, err
		}
	}
	l.Filter = s.Narrowed(in)
	if b.Kind == boards.Manual {
		l.Board = b.ID
	}
	l.Sort = cmp.Or(l.Sort, b.Sort)
	return l, nil
}

// and returns a filter that matches what both filters match. It returns invalid_input if they require two different
// values of a field that holds only one.
func (in ReferenceFilter) and(other ReferenceFilter) (ReferenceFilter, error) {
	var problems []apierror.Field
	differ := func(name string, differ bool) {
		if differ {
			problems = append(problems, apierror.Field{Name: name, In: "query", Reason: "conflict", Expected: "absent, or as the filter of the board has it"})
		}
	}
	differ("account", in.Account != "" && other.Account != "" && in.Account != other.Account)
	differ("platform", in.Platform != "" && other.Platform != "" && in.Platform != other.Platform)
	differ("state", in.State != "" && other.State != "" && in.State != other.State)
	differ("mediaAvailability", in.MediaAvailability != "" && other.MediaAvailability != "" && in.MediaAvailability != other.MediaAvailability)
	if problems != nil {
		return in, apierror.InvalidInput(problems...)
	}
	in.Account = cmp.Or(in.Account, other.Account)
	in.Platform, in.State = cmp.Or(in.Platform, other.Platform), cmp.Or(in.State, other.State)
	in.MediaAvailability = cmp.Or(in.MediaAvailability, other.MediaAvailability)
	in.Tag, in.SourceTag = append(in.Tag, other.Tag...), append(in.SourceTag, other.SourceTag...)
	if in.Q != "" && other.Q != "" {
		in.Q += " "
	}
	in.Q += other.Q
	return in, nil
}

// CountOnBoard counts the references of a board. It returns nil for a smart board with more than
// references.MostCounted.
func (s *Service) CountOnBoard(ctx context.Context, b *boards.Board) (*int64, error) {
	if b.Kind == boards.Manual {
		counts, err := s.Store.Boards.Counts(ctx, []string{b.ID})
		return new(counts[b.ID]), err
	}
	l, err := s.ListedOn(b, ReferenceFilter{}, references.Listing{})
	if err != nil {
		return nil, err
	}
	n, err := s.Store.References.Count(ctx, b.WorkspaceID, l)
	if err != nil || n > references.MostCounted {
		return nil, err
	}
	return &n, nil
}
